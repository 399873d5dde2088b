import type { ListedCompany } from '../../../core/companies/calls.ts';
import { langOf } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { panelAddress } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';

/** A story to begin with: the first line of one company, another one every day. @param others `othersOf` */
export function StoryLine({ company, others }: { company: ListedCompany; others: string }) {
  const { t } = useTranslation('home');
  const { language } = useRoot();
  return (
    <section
      aria-labelledby="story-of-the-day"
      data-category={company.category}
      className="mb-12 rounded-2xl bg-category-soft"
    >
      <a
        href={panelAddress(others, company.id)}
        className="group flex flex-wrap items-start gap-x-6 gap-y-4 p-6 md:flex-nowrap md:p-8"
      >
        <LogoTile company={company} size="large" />
        <span className="min-w-0">
          <h2 id="story-of-the-day" className="text-category text-sm">
            {t('storyOfTheDay')}
          </h2>
          <span className="mt-1 block font-display font-semibold text-xl leading-snug md:text-2xl">
            <span lang={langOf(company.description, language)}>{company.description}</span>
          </span>
          <span
            lang={langOf(company.name, language)}
            className="mt-3 block font-medium group-hover:underline"
          >
            {company.name}
          </span>
        </span>
      </a>
    </section>
  );
}
