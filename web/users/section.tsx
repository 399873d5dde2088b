import { Section } from '../console/section.tsx';

export default function UsersSection() {
  return <Section id="users">{null}</Section>;
}
