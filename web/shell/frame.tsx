import { createContext, type ReactNode, use } from 'react';
import { FOOTER, Footer } from './footer.tsx';
import { HEADER, Header } from './header.tsx';

/** What is in the header and the footer of a page, as HTML. */
export interface DrawnFrame {
  header: string;
  footer: string;
}

/** As the server drew it for another page (`kept-frame.server.ts`), the same as it would draw it now. */
export const Drawn = /* @__PURE__ */ createContext<DrawnFrame | undefined>(undefined);

/** What is around every public page. The footer of a short one stands at the end of the window. */
export function Frame({ children }: { children: ReactNode }) {
  const drawn = import.meta.env.SSR ? use(Drawn) : undefined;
  return (
    <div className="flex min-h-dvh flex-col">
      {drawn ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: written by React, for another page
        <header className={HEADER} dangerouslySetInnerHTML={{ __html: drawn.header }} />
      ) : (
        <Header />
      )}
      <main id="main" tabIndex={-1} className="shell w-full grow outline-none">
        {children}
      </main>
      {drawn ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: written by React, for another page
        <footer className={FOOTER} dangerouslySetInnerHTML={{ __html: drawn.footer }} />
      ) : (
        <Footer />
      )}
    </div>
  );
}
