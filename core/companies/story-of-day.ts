import { hashText } from '../design/mark.ts';
import { DAY } from '../time.ts';

/** Days after which a company can be the story again. */
const WEEKDAYS = 7;

/**
 * The company of a day: the same whoever asks, in whatever order the companies come. Each company belongs to one
 * day of the week, so that no two days of a week have the same one, and an added company replaces the story of
 * a day only where it is chosen itself. Of few companies, where a day of the week has none, all can be chosen.
 * @param day ISO date, `2026-11-27`
 */
export function storyOfDay<C extends { id: string }>(companies: readonly C[], day: string): C | undefined {
  const weekday = Math.floor(Date.parse(day) / DAY) % WEEKDAYS;
  const own = companies.filter(({ id }) => hashText(id) % WEEKDAYS === weekday);
  let story: C | undefined;
  let highest = -1;
  for (const company of own.length > 0 ? own : companies) {
    const place = hashText(`${day} ${company.id}`);
    if (place <= highest) continue;
    highest = place;
    story = company;
  }
  return story;
}
