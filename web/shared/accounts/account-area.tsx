import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { pathLanguage } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { OnDemand } from '../layout/on-demand.tsx';
import { isReachable } from '../layout/use-network-guard.ts';
import { inLanguage, paths } from '../paths.ts';
import { ACCOUNT_AREA, closeAuth, openAuth, useAccount, useAuthMode } from './session.ts';

// Base UI and the texts of accounts: no visitor who only reads downloads them.
const loadDialog = async () => (await import('./auth-dialog.tsx')).AuthDialog;
const loadUserMenu = async () => (await import('./user-menu.tsx')).UserMenu;

/** The place of the log-in button and the user menu in the header. */
export function AccountArea() {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const account = useAccount();
  const mode = useAuthMode();
  const area = useRef<HTMLDivElement>(null);
  // How often the dialog was asked for.
  const [uses, setUses] = useState(0);
  const [shown, setShown] = useState(mode);
  if (mode !== shown) {
    setShown(mode);
    if (mode) setUses(uses + 1);
  }
  const signedIn = account.status !== 'unknown' && account.status !== 'out';

  // Log-in and log-out take away the button that had the focus.
  const before = useRef(signedIn);
  useEffect(() => {
    if (before.current === signedIn) return;
    before.current = signedIn;
    if (document.activeElement === document.body) area.current?.focus();
  }, [signedIn]);

  return (
    <div
      ref={area}
      id={ACCOUNT_AREA}
      tabIndex={-1}
      className="relative grid items-center justify-items-end outline-none xl:ml-3 *:col-start-1 *:row-start-1"
    >
      {signedIn ? (
        <OnDemand
          load={loadUserMenu}
          props={{ account }}
          fallback={<span className="skeleton m-1 size-9 rounded-full" />}
          failed={(retry) => (
            <button type="button" className="button px-3 text-sm" title={t('network')} onClick={retry}>
              {t('retry')}
            </button>
          )}
        />
      ) : (
        <LogInButton />
      )}
      {uses > 0 ? (
        <OnDemand
          load={loadDialog}
          props={{ mode }}
          failed={() => (
            <p
              role="alert"
              className="absolute top-full right-0 mt-2 w-max rounded-lg border border-line bg-raised px-3 py-2 text-danger text-sm shadow-lg"
            >
              {t('network')}
            </p>
          )}
          onLeft={closeAuth}
          onFailed={(tries) => {
            closeAuth();
            // What two tries do not bring may be of an older release.
            if (mode && tries > 1) void isReachable().then((isBack) => isBack && window.location.reload());
          }}
          again={`${uses} ${pathname}`}
        />
      ) : null}
    </div>
  );
}

/** Without JavaScript the link leads to a page that explains the need for scripts. */
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
