import { Section } from '../console/section.tsx';

export default function AddSection() {
  return <Section id="add">{null}</Section>;
}
