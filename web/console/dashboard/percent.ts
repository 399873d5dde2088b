/** A share as whole percent; 0 where there is nothing to share (specification, 'User statistics block'). */
export function percent(part: number, total: number): number {
  return total === 0 ? 0 : Math.round((part / total) * 100);
}
