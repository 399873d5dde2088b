import { Section } from '../console/section.tsx';

export default function PasswordSection() {
  return <Section id="password">{null}</Section>;
}
