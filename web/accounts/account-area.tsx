import { Component, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { pathLanguage } from '../../core/languages.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { inLanguage, paths } from '../paths.ts';
import { RetryButton } from '../shell/error-screen.tsx';
import { isReachable } from '../shell/use-network-guard.ts';
import { ACCOUNT_AREA, openAuth, useAccount, useAuthMode } from './session.ts';

const loadDialog = () => import('./auth-dialog.tsx');
/** Base UI and the texts of accounts: no visitor who only reads downloads them. One that failed stays so. */
const partsOf = (tries: number) => ({
  tries,
  AuthDialog: lazy(async () => ({ default: (await loadDialog()).AuthDialog })),
  UserMenu: lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu })),
});

/** The place of the log-in button and the user menu in the header. */
export function AccountArea() {
  const account = useAccount();
  const mode = useAuthMode();
  const area = useRef<HTMLDivElement>(null);
  const [dialogUsed, setDialogUsed] = useState(false);
  if (mode && !dialogUsed) setDialogUsed(true);
  const [{ tries, AuthDialog, UserMenu }, setParts] = useState(() => partsOf(0));
  const signedIn = account.status !== 'unknown' && account.status !== 'out';

  // Log-in and log-out take away the button that had the focus.
  const before = useRef(signedIn);
  useEffect(() => {
    if (before.current === signedIn) return;
    before.current = signedIn;
    if (document.activeElement === document.body) area.current?.focus();
  }, [signedIn]);

  async function retry(): Promise<boolean> {
    const isBack = await isReachable();
    // What two tries do not bring may be of an older release.
    if (isBack && tries > 0) window.location.reload();
    else if (isBack) setParts(partsOf(tries + 1));
    return isBack;
  }

  return (
    <div
      ref={area}
      id={ACCOUNT_AREA}
      tabIndex={-1}
      className="relative grid items-center justify-items-end outline-none xl:ml-3 *:col-start-1 *:row-start-1"
    >
      <LoadBoundary key={tries} retry={retry}>
        {signedIn ? (
          <Suspense fallback={<span className="skeleton m-1 size-9 rounded-full" />}>
            <UserMenu account={account} />
          </Suspense>
        ) : (
          <LogInButton />
        )}
        {dialogUsed ? (
          <Suspense fallback={null}>
            <AuthDialog mode={mode} />
          </Suspense>
        ) : null}
      </LoadBoundary>
    </div>
  );
}

/** Without JavaScript, and until it runs, it leads to a page that says what is needed. */
function LogInButton() {
  const { t } = useTranslation('common');
  const language = pathLanguage(useLocation().pathname);
  return (
    <form
      action={inLanguage(paths.accountProfile(), language)}
      onSubmit={(event) => {
        event.preventDefault();
        openAuth('login');
      }}
    >
      <button
        type="submit"
        className="button log-in whitespace-nowrap px-3 text-sm"
        onPointerEnter={() => void loadDialog().catch(() => {})}
      >
        {t('login')}
      </button>
    </form>
  );
}

/** Says that a part could not be downloaded (no network, a new release), and lets it be asked for again. */
class LoadBoundary extends Component<
  { retry(): Promise<boolean>; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <RetryButton retry={this.props.retry} isSmall /> : this.props.children;
  }
}
