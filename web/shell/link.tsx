import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { pathLanguage } from '../../core/languages.ts';
import { inLanguage } from '../paths.ts';

/** A link to another page, in the language that the current address fixes. */
export function PageLink({ to, ...props }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const language = pathLanguage(useLocation().pathname);
  // All pages are known from the start (react-router.config.ts): none is to be discovered.
  return <Link to={inLanguage(to, language)} discover="none" {...props} />;
}
