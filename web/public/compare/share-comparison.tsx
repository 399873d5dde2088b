import { useTranslation } from '../../i18n/use-translation.ts';
import { CopyResult, shareByDevice, useCopy } from '../page/share.tsx';

/** Hands the comparison on: by what the device shares with, else by a link to paste; and to paper. */
export function ShareComparison({ title, address }: { title: string; address: string }) {
  const { t } = useTranslation(['compare', 'companies']);
  const { copied, copy } = useCopy();

  async function share() {
    if (!(await shareByDevice({ title, url: address }))) await copy(address);
  }

  return (
    <div className="needs-script print:hidden">
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="button" onClick={() => void share()}>
          {t('companies:share')}
        </button>
        <button type="button" className="button" onClick={() => window.print()}>
          {t('print')}
        </button>
        <CopyResult copied={copied} />
      </div>
    </div>
  );
}
