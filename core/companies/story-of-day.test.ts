import { describe, expect, test } from 'vitest';
import { storyOfDay } from './story-of-day.ts';

const companies = Array.from({ length: 150 }, (_, i) => ({ id: `company-${i}` }));
const days = Array.from({ length: 60 }, (_, i) =>
  new Date(Date.UTC(2027, 0, 1 + i)).toISOString().slice(0, 10),
);

describe('the story of a day', () => {
  test('is the same in whatever order the companies come', () => {
    for (const day of days) expect(storyOfDay(companies.toReversed(), day)).toBe(storyOfDay(companies, day));
  });

  test('is another one on each day of a week', () => {
    const stories = days.map((day) => storyOfDay(companies, day)?.id);
    for (let i = 0; i + 7 <= stories.length; i++) expect(new Set(stories.slice(i, i + 7)).size).toBe(7);
    expect(new Set(stories).size).toBeGreaterThan(40);
  });

  test('stays when another company is taken away, and where one is added unless that is chosen', () => {
    for (const day of days) {
      const story = storyOfDay(companies, day);
      expect(
        storyOfDay(
          companies.filter((company) => company === story || company.id.endsWith('7')),
          day,
        ),
      ).toBe(story);
      const added = { id: 'added' };
      expect([story, added]).toContain(storyOfDay([...companies, added], day));
    }
  });

  test('is there for one company, and for none there is none', () => {
    for (const day of days) expect(storyOfDay([{ id: 'only' }], day)).toEqual({ id: 'only' });
    expect(storyOfDay([], '2027-01-01')).toBeUndefined();
  });
});
