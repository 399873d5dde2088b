import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { inLanguage, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { ShareIcon } from '../../shared/ui/icons.tsx';
import { isComposing } from '../../shared/ui/is-composing.ts';
import { missing } from '../page/missing.tsx';
import type { ShownCompany } from './shown-company.ts';

const loadShareMenu = async () => (await import('./share-menu.tsx')).ShareMenu;

/** Shares a company: on phones and tablets by their own sheet, else by a menu of what can be copied. */
export function ShareButton({ company }: { company: ShownCompany }) {
  const { t } = useTranslation('companies');
  const { language, site } = useRoot();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const address = `${site.url}${inLanguage(paths.company(company.id), language)}`;

  async function share() {
    if (!isOpen && matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
      const { shareByDevice } = await import('../page/share.tsx');
      if (await shareByDevice({ title: company.headline, url: address })) return;
    }
    setOpen(!isOpen);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what closes the menu, wherever in it the focus is
    <div
      className="needs-script"
      onKeyDown={(event) => {
        if (!isOpen || event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
        // Escape closes only the menu, not the surrounding panel.
        event.preventDefault();
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="button max-sm:px-3"
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'share-menu' : undefined}
        onClick={() => void share()}
      >
        <ShareIcon />
        {t('share')}
      </button>
      {isOpen ? (
        <div
          id="share-menu"
          className="absolute inset-x-0 top-full z-20 mt-2 max-w-sm rounded-xl border border-line bg-raised p-2 shadow-xl"
        >
          <OnDemand load={loadShareMenu} props={{ company, address }} failed={missing} />
        </div>
      ) : null}
    </div>
  );
}
