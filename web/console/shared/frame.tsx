import type { ReactNode } from 'react';
import { LanguageSwitcher, ThemeSwitcher } from '../../shared/header/header.tsx';
import { useSiteName } from '../../shared/layout/site-name.ts';
import { paths } from '../../shared/paths.ts';

/** The directory's name, which leads out of the console. */
export function Brand({ className = '' }: { className?: string }) {
  const siteName = useSiteName();
  return (
    <a
      href={paths.home()}
      className={`flex min-h-11 items-center gap-2 font-display font-semibold ${className}`}
    >
      <img src="/icon-72.png" alt="" width="22" height="22" />
      {siteName}
    </a>
  );
}

/** The console's frame around what is shown to who is signed out. */
export function SignedOutFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="flex h-14 items-center border-line border-b px-4 md:px-8">
        <Brand />
        <div className="ml-auto flex items-center">
          <LanguageSwitcher />
          <ThemeSwitcher />
        </div>
      </header>
      {children}
    </>
  );
}
