import { Section } from '../console/section.tsx';

export default function EditSection() {
  return <Section id="edit">{null}</Section>;
}
