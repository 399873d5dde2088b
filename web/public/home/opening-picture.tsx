import { useState } from 'react';
import { StaticHtml, type StaticHtmlRef } from '#engine/static-html';
import { listedCategories } from '../../../core/categories.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';
import { type Press, pressOf } from '../explore/press.ts';
import type { Axes } from '../explore/scales.ts';

/** Loaded when somebody points at the picture; without it the picture is only a drawing. */
const loadFinder = async () => (await import('./picture-finder.tsx')).PictureFinder;

/** A picture of what the home page asks: people against revenue, of the companies with the highest score. */
export function OpeningPicture({
  drawing,
  axes,
  pointsPath,
  hasHollow,
  className = '',
}: {
  drawing: StaticHtmlRef;
  axes: Axes;
  /** Where its points are asked for. */
  pointsPath: string;
  /** Whether a mark stands for something else than a year's revenue. */
  hasHollow: boolean;
  className?: string;
}) {
  const { t } = useTranslation(['home', 'categories']);
  const [nears, setNears] = useState(0);
  const [pressed, setPressed] = useState<Press | null>(null);
  function come() {
    setPressed(null);
    setNears(nears + 1);
  }
  return (
    <figure aria-label={t('pictureLabel')} className={`min-w-0 ${className}`}>
      <p className="text-soft text-xs">↑ {t('pictureRevenue')}</p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: what keys do is the finder's, which takes the focus */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps for the finder what pressed before it came */}
      <div
        className="@container relative mt-2 ml-12 h-80 lg:h-96"
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
        <ul className="mb-2 flex flex-wrap gap-x-4 lg:hidden">
          {listedCategories().map((category) => (
            <li key={category} className="flex items-center gap-1.5">
              <CategoryShape category={category} />
              {t(`categories:${category}.name`)}
            </li>
          ))}
        </ul>
        {t('pictureText')} {hasHollow ? `${t('pictureHollow')} ` : ''}
        <span className="hidden pointer-coarse:inline">{t('pictureTap')}</span>
      </figcaption>
    </figure>
  );
}
