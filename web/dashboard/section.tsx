import { Section } from '../console/section.tsx';

export default function DashboardSection() {
  return <Section id="dashboard">{null}</Section>;
}
