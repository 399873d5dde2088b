import type { ReactNode } from 'react';
import { Header } from '../../shared/header/header.tsx';
import { Footer } from './footer.tsx';

/** What is around every public page. The footer of a short one stands at the end of the window. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main id="main" tabIndex={-1} className="shell w-full grow outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
