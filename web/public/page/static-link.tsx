import { type ComponentProps, createContext, useContext } from 'react';
import type { Language } from '../../../core/languages.ts';
import { inLanguage } from '../../shared/paths.ts';

/** Language prefix of the page with the static HTML; undefined for an address without prefix. */
export const LanguagePrefixContext = createContext<Language | undefined>(undefined);

/** A link to another page of the site, in static HTML. */
export function StaticLink({ to, children, ...props }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  return (
    <a href={inLanguage(to, useContext(LanguagePrefixContext))} {...props}>
      {children}
    </a>
  );
}
