import type { ComponentProps, ReactNode } from 'react';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { PointFinder } from '../explore/point-finder.tsx';

/** Finds the companies of the home page's picture as those of the whole directory are found. */
export function PictureFinder(props: ComponentProps<typeof PointFinder>): ReactNode {
  return (
    <WithTexts features={['explore']}>
      <PointFinder {...props} />
    </WithTexts>
  );
}
