import { Fragment, type ReactNode } from 'react';
import { type SharedName, sharedDescriptors } from '../../../core/companies/fields.ts';
import { FIGURES, isFigure } from '../../../core/companies/figures.ts';
import { FOLLOWING, HEADLINES, type Headline } from '../../../core/companies/headline.ts';
import { ownIdOf } from '../../../core/companies/own-fields.ts';
import type { Language } from '../../../core/languages.ts';
import { CategoryWarning } from './category-warning.tsx';
import { CompanyField } from './company-field.tsx';
import { type FigureDraft, figureFor, type HeadlineDraft } from './figure-draft.ts';
import { FigureClaims, FollowSwitch } from './figure-fields.tsx';

/** What says when and how a figure was true stands below the figure. */
const CLAIMS: readonly SharedName[] = [...Object.values(FIGURES).flat(), ...Object.values(FOLLOWING)];
const isHeadline = (name: SharedName): name is Headline => HEADLINES.some((one) => one === name);

/** Shared fields of a company in a form, in the order of their descriptors; its sources stand by themselves. */
export function SharedFieldControls<Draft extends FigureDraft>({
  names,
  draft,
  stored,
  problem,
  onChange,
  isNew = false,
  language,
  latest,
  hints = {},
}: {
  names: readonly SharedName[];
  draft: Draft;
  /** What the company has now; absent for a new one. */
  stored?: FigureDraft;
  problem(field: SharedName): string | undefined;
  onChange(changes: Partial<Draft>): void;
  /** Whether to show the fields required for a new company. */
  isNew?: boolean;
  /** Of the founder's name, where it is written in a text's language. */
  language?: Language;
  /** The last year in which a company can have been founded. */
  latest?: number;
  hints?: { [F in SharedName]?: ReactNode };
}) {
  const fields = sharedDescriptors();
  return names
    .filter((name) => !CLAIMS.includes(name))
    .map((name) => {
      const isRequired = isNew && fields[name]?.required === 'new';
      const headline = isHeadline(name) && 'figures' in draft ? name : null;
      const latestOne = headline && figureFor(draft as unknown as HeadlineDraft, headline);
      const follows = headline !== null && (draft as unknown as HeadlineDraft)[FOLLOWING[headline]];
      const isFollowing = follows && latestOne !== undefined;
      return (
        <Fragment key={name}>
          <CompanyField
            fields={fields}
            name={name as keyof Draft & string}
            draft={draft}
            problem={problem(name)}
            language={name === 'founder' ? language : undefined}
            required={isRequired}
            hint={hints[name]}
            readOnly={isFollowing}
            counter={
              isRequired && ownIdOf(name) === undefined
                ? { max: name === 'founded' ? latest : undefined }
                : undefined
            }
            onChange={onChange}
          />
          {name === 'category' ? <CategoryWarning draft={draft} /> : null}
          {headline ? (
            <FollowSwitch
              headline={headline}
              follows={follows}
              figure={latestOne ?? undefined}
              onChange={(checked) => onChange({ [FOLLOWING[headline]]: checked } as Partial<Draft>)}
            />
          ) : null}
          {isFigure(name) && !isFollowing ? (
            <FigureClaims
              figure={name}
              draft={draft}
              {...(stored ? { stored } : {})}
              problem={problem}
              onChange={(changes) => onChange(changes as Partial<Draft>)}
            />
          ) : null}
        </Fragment>
      );
    });
}
