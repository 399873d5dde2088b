import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths, sharePicture } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CopyResult, useCopy } from '../page/share.tsx';
import type { ShownCompany } from './shown-company.ts';

interface ShareMenuProps {
  company: ShownCompany;
  /** Of the company's page, absolute. */
  address: string;
}

/** Menu that copies a company's link, a sentence about the company, or HTML with its picture. */
export function ShareMenu(props: ShareMenuProps) {
  return (
    <WithTexts features={['share']}>
      <ShareChoices {...props} />
    </WithTexts>
  );
}

function ShareChoices({ company: { id, headline, quote, source }, address }: ShareMenuProps) {
  const { t } = useTranslation('share');
  const { language, site } = useRoot();
  const { copied, copy } = useCopy();
  const picture = `${site.url}${sharePicture(paths.company(id), language)}`;
  const choices = [
    [t('copyLink'), address],
    [
      t('copySentence'),
      source
        ? t('sentence', { headline: quote, source, url: address })
        : t('sentenceAlone', { headline: quote, url: address }),
    ],
    [t('copyPicture'), embedding(address, picture, headline)],
  ] as const;
  return (
    <>
      <ul>
        {choices.map(([label, text]) => (
          <li key={label}>
            <button
              type="button"
              className="min-h-11 w-full rounded-lg px-3 py-2 text-left hover:bg-tint"
              onClick={() => void copy(text)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      <div className="px-3 pb-1 empty:hidden">
        <CopyResult copied={copied} />
      </div>
    </>
  );
}

/** HTML that shows a picture and leads to the page it is of. */
function embedding(address: string, picture: string, text: string): string {
  const link = document.createElement('a');
  const image = document.createElement('img');
  link.href = address;
  Object.assign(image, { src: picture, alt: text, width: 600, height: 315 });
  link.append(image);
  return link.outerHTML;
}
