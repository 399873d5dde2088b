import type { ListedCompany } from '../../../core/companies/calls.ts';
import { langOf } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { BigFigures } from '../../shared/companies/big-figures.tsx';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { panelAddress, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { StaticLink } from '../page/static-link.tsx';

/** The story of the day: a company with its sentence and its two numbers. @param others `othersOf` */
export function StoryLine({ company, others }: { company: ListedCompany; others: string }) {
  const { t } = useTranslation('home');
  const { language } = useRoot();
  return (
    <section aria-labelledby="story-of-the-day" data-category={company.category}>
      <div className="story-of-day relative flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-category-soft p-4 md:grid md:grid-cols-[auto_minmax(0,1fr)_9.5rem] md:gap-x-6 md:gap-y-1 md:px-6 md:py-5">
        <div className="md:row-span-3">
          <LogoTile company={company} size="small" />
        </div>
        <div className="wrap-anywhere grow basis-24">
          <h2 id="story-of-the-day" className="font-sans text-category text-sm tracking-normal">
            {t('storyOfTheDay')}
          </h2>
          <a
            href={panelAddress(others, company.id)}
            lang={langOf(company.name, language)}
            className="stretched font-display font-semibold text-lg hover:underline"
          >
            {company.name}
          </a>
        </div>
        <p
          lang={langOf(company.description, language)}
          className="order-last line-clamp-7 basis-full md:order-none md:col-start-2 lg:line-clamp-3"
        >
          {company.description}
        </p>
        <div className="order-last basis-full text-sm md:order-none md:col-start-2 md:row-start-3">
          <StaticLink to={paths.stories()} className="link relative inline-flex min-h-6 items-center">
            {t('earlierStories')}
          </StaticLink>
        </div>
        <div className="w-[6.5rem] md:col-start-3 md:row-span-3 md:row-start-1 md:w-auto">
          <BigFigures company={company} />
        </div>
      </div>
    </section>
  );
}
