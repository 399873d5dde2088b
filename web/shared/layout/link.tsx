import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { useFollowLinks } from '#engine/static-html';
import { pathLanguage } from '../../../core/languages.ts';
import { inLanguage } from '../paths.ts';

/** A link to another page, in the language that the current address fixes. */
export function PageLink({ to, ...props }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const language = pathLanguage(useLocation().pathname);
  // All pages are known from the start (react-router.config.ts): none is to be discovered.
  return <Link to={inLanguage(to, language)} discover="none" {...props} />;
}

/**
 * A navigation of plain links, which the router follows: each of its own takes the server 15 us and a slow
 * phone ten times that, and every page has twenty.
 */
// biome-ignore lint/a11y/useKeyWithClickEvents: a key on one of its links clicks it
export const FollowedNav = (props: ComponentProps<'nav'>) => <nav {...props} onClick={useFollowLinks()} />;
