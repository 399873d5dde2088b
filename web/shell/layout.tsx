import { Outlet, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router';
import { findComments } from '../../core/comments/calls.ts';
import { readCompany } from '../../core/companies/calls.ts';
import { CallError, load } from '../api.ts';
import { CompanyPanel } from '../companies/company-panel.tsx';
import { PANEL_PARAM } from '../paths.ts';
import type { Route } from './+types/layout.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { languageOf, pageError } from './load-page.ts';

/** The company whose panel the address opens; `missing` where there is none of that id. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get(PANEL_PARAM);
  if (!id) return { panel: null };
  const params = { id };
  try {
    const [company, comments] = await Promise.all([
      load(context, readCompany, { params, query: { language: languageOf(request) } }),
      load(context, findComments, { params }),
    ]);
    return { panel: { id, company: company.answer, comments: comments.answer } };
  } catch (error) {
    if (error instanceof CallError && error.status < 500)
      return { panel: { id, company: null, comments: [] } };
    return pageError(error);
  }
}

export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.href === nextUrl.href) return defaultShouldRevalidate;
  const [before, after] = [currentUrl, nextUrl].map((url) => url.searchParams.get(PANEL_PARAM));
  return before !== after || (after !== null && defaultShouldRevalidate);
}

export default function ShellLayout({ loaderData }: Route.ComponentProps) {
  const navigation = useNavigation();
  return (
    <>
      {navigation.state === 'idle' ? null : <div className="progress" />}
      <Header />
      <main id="main" className="shell">
        <Outlet />
      </main>
      <Footer />
      <CompanyPanel panel={loaderData.panel} />
    </>
  );
}
