import { type ComponentProps, createContext, useContext } from 'react';
import type { Language } from '../../core/languages.ts';
import { inLanguage } from '../paths.ts';

/** The language that the address of the page fixes whose still part is drawn. */
export const Prefix = createContext<Language | undefined>(undefined);

/** A link to another page of the site, in a still part. */
export function StillLink({ to, children, ...props }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  return (
    <a href={inLanguage(to, useContext(Prefix))} {...props}>
      {children}
    </a>
  );
}
