import { useState } from 'react';
import type { Axes } from '../explore/scales.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { paths } from '../paths.ts';
import { PageLink } from '../shell/link.tsx';
import { OnDemand } from '../shell/on-demand.tsx';
import { type Still, StillPart } from '../still/still.tsx';

/** What finds the company that somebody points at is needed when somebody does; without it, the picture is still one. */
const loadFinder = async () => (await import('./picture-finder.tsx')).PictureFinder;

/** A picture of what the home page asks: people against revenue, of the companies with the highest score. */
export function OpeningPicture({
  drawing,
  axes,
  pointsPath,
}: {
  drawing: Still;
  axes: Axes;
  /** Where its points are asked for. */
  pointsPath: string;
}) {
  const { t } = useTranslation('home');
  const [nears, setNears] = useState(0);
  const come = () => setNears(nears + 1);
  return (
    <figure aria-label={t('pictureLabel')} className="min-w-0">
      <p className="text-soft text-xs">↑ {t('pictureRevenue')}</p>
      <div className="@container relative mt-2 ml-12 h-96" onPointerEnter={come} onTouchStart={come}>
        <StillPart still={drawing} className="h-full" />
        {nears > 0 ? (
          <OnDemand load={loadFinder} fallback={null} props={{ axes, pointsPath }} again={nears} />
        ) : null}
      </div>
      <p className="mt-7 text-right text-soft text-xs">{t('picturePeople')} →</p>
      <figcaption className="mt-2 text-soft text-sm">
        {t('pictureText')}{' '}
        <PageLink to={paths.explore()} className="link font-medium text-accent">
          {t('explore')}
        </PageLink>
      </figcaption>
    </figure>
  );
}
