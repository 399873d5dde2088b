import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { storage } from '../../shared/api.ts';
import { Segments } from '../../shared/ui/segments.tsx';

const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** Of this device: a large screen and a small one are not the same desk. */
const DENSITY_KEY = 'consoleDensity';

/** How close the rows of the console's tables stand, as this device keeps it. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() =>
    storage.get(DENSITY_KEY) === 'compact' ? 'compact' : 'comfortable',
  );
  const choose = (next: Density) => {
    storage.set(DENSITY_KEY, next);
    setDensity(next);
  };
  return [density, choose];
}

export function DensityChoice({ density, onChange }: { density: Density; onChange(density: Density): void }) {
  const { t } = useTranslation('console');
  return (
    <Segments
      label={t('density.label')}
      options={DENSITIES.map((value) => ({ value, label: t(`density.${value}`) }))}
      value={density}
      onChange={onChange}
    />
  );
}
