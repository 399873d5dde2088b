import { Section } from '../console/section.tsx';

export default function ScoresSection() {
  return <Section id="scores">{null}</Section>;
}
