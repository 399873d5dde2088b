import { Section } from '../console/section.tsx';

export default function SettingsSection() {
  return <Section id="settings">{null}</Section>;
}
