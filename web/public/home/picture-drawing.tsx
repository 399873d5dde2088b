import type { ScatterPoints } from '../../../core/explore/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { ScatterDrawing } from '../explore/scatter.tsx';
import { drawScatter } from '../explore/scatter-picture.ts';

/** Labels of the small picture, and the widest step of its drawing (labels.ts). */
const NAMED_COMPANIES = 6;
const DRAWING_STEP = 1;

/** The drawing of the home page's picture, as static HTML. */
export function PictureDrawing({ points }: { points: ScatterPoints }) {
  const { t } = useTranslation('home');
  const { language } = useRoot();
  const picture = drawScatter(points, points, language);
  return (
    <ScatterDrawing
      picture={{
        ...picture,
        labels: picture.labels.filter(({ step }) => step <= DRAWING_STEP).slice(0, NAMED_COMPANIES),
      }}
      label={t('pictureLabel')}
    />
  );
}
