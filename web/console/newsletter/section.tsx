import { useOpened } from '../shared/opened.tsx';
import { Section } from '../shared/section.tsx';
import { IssueList } from './issue-list.tsx';
import { IssuePage } from './issue-page.tsx';
import { ISSUE_PARAMETER } from './issue-parameter.ts';

/** Issues of the newsletter: written, tried, sent, counted. */
export default function NewsletterSection() {
  const { id, open, close } = useOpened(ISSUE_PARAMETER);
  return (
    <Section id="newsletter" features={['newsletter', 'refusals', 'ui', 'ai', 'drafts']}>
      {id ? <IssuePage key={id} id={id} onOpen={open} onClose={close} /> : <IssueList onOpen={open} />}
    </Section>
  );
}
