import { Section } from '../console/section.tsx';

export default function CompanyManagementSection() {
  return <Section id="companies">{null}</Section>;
}
