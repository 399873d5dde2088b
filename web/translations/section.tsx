import { Section } from '../console/section.tsx';

export default function TranslationsSection() {
  return <Section id="translations">{null}</Section>;
}
