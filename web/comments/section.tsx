import { Section } from '../console/section.tsx';

export default function CommentsSection() {
  return <Section id="comments">{null}</Section>;
}
