import { useRef, useState } from 'react';
import type { ScatterPoint, ScatterPoints } from '../../../core/explore/calls.ts';
import { loadPanelContent } from '../companies/panel-content.ts';

/** The points of a picture, asked for when somebody comes near them. */
export function usePoints(path: string): {
  points: ScatterPoint[] | null;
  failed: boolean;
  load(): Promise<ScatterPoint[]>;
} {
  const asked = useRef<Promise<ScatterPoint[]>>(undefined);
  const [points, setPoints] = useState<ScatterPoint[] | null>(null);
  const [failed, setFailed] = useState(false);
  async function ask(): Promise<ScatterPoint[]> {
    try {
      const response = await fetch(path);
      if (!response.ok) throw new Error(String(response.status));
      const { points: found } = (await response.json()) as ScatterPoints;
      setPoints(found);
      setFailed(false);
      return found;
    } catch {
      asked.current = undefined;
      setFailed(true);
      return [];
    }
  }
  return {
    points,
    failed,
    load() {
      if (!asked.current) void loadPanelContent().catch(() => {});
      asked.current ??= ask();
      return asked.current;
    },
  };
}
