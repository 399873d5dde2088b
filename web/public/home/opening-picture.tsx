import { useState } from 'react';
import { StaticHtml, type StaticHtmlRef } from '#engine/static-html';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { paths } from '../../shared/paths.ts';
import { type Press, pressOf } from '../explore/press.ts';
import type { Axes } from '../explore/scales.ts';

/** Loaded when somebody points at the picture; without it the picture is only a drawing. */
const loadFinder = async () => (await import('./picture-finder.tsx')).PictureFinder;

/** A picture of what the home page asks: people against revenue, of the companies with the highest score. */
export function OpeningPicture({
  drawing,
  axes,
  pointsPath,
}: {
  drawing: StaticHtmlRef;
  axes: Axes;
  /** Where its points are asked for. */
  pointsPath: string;
}) {
  const { t } = useTranslation('home');
  const [nears, setNears] = useState(0);
  const [pressed, setPressed] = useState<Press | null>(null);
  function come() {
    setPressed(null);
    setNears(nears + 1);
  }
  return (
    <figure aria-label={t('pictureLabel')} className="min-w-0">
      <p className="text-soft text-xs">↑ {t('pictureRevenue')}</p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: what keys do is the finder's, which takes the focus */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps for the finder what pressed before it came */}
      <div
        className="@container relative mt-2 ml-12 h-96"
        onPointerEnter={come}
        onTouchStart={come}
        onClick={(event) => setPressed(pressOf(event))}
      >
        <StaticHtml html={drawing} className="h-full" />
        {nears > 0 ? (
          <OnDemand load={loadFinder} fallback={null} props={{ axes, pointsPath, pressed }} again={nears} />
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
