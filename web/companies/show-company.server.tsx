import type { CompanyDetail } from '../../core/companies/calls.ts';
import type { Asked } from '../root.server.ts';
import { drawStill } from '../still/draw.server.tsx';
import { CompanyAbout, CompanyStory } from './company-story.tsx';
import type { ShownCompany } from './shown-company.ts';

/**
 * In a loader: a company as its panel or its page shows it.
 * @param title the heading's level follows from where it stands: a page's first heading or a dialog's
 */
export function showCompany(asked: Asked, company: CompanyDetail, title: 'h1' | 'h2'): ShownCompany {
  const { id, name, category, description, revenue, employees, founded } = company;
  const { website, likes, views, comments_count } = company;
  return {
    ...{ id, name, category, description, revenue, employees, founded },
    ...{ website, likes, views, comments_count },
    about: drawStill(asked, <CompanyAbout company={company} title={title} />),
    story: drawStill(asked, <CompanyStory company={company} heading={title === 'h1' ? 'h2' : 'h3'} />),
  };
}
