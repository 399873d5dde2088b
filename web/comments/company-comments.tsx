import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../i18n/use-translation.ts';
import { type OnUse, StillPart } from '../still/still.tsx';
import { comeOnUse } from './come-on-use.ts';
import type { CommentList } from './comment-list.ts';
import { findThreads } from './find-threads.ts';
import { commentSection, loadCommentSection } from './section-on-demand.ts';

interface CompanyCommentsProps {
  companyId: string;
  /** Comments and replies together. */
  count: number;
  comments: OnUse<CommentList>;
  heading: 'h2' | 'h3';
}

/**
 * The comments on a company. A document brings them written out, without their data. What answers to a
 * hand is loaded as they come near or are touched, and takes their place: what was typed, the focus and
 * the button that was pressed go along.
 */
export function CompanyComments({ companyId, count, comments, heading: Heading }: CompanyCommentsProps) {
  const { t } = useTranslation(['comments', 'common']);
  const [came] = useState(comments);
  const [found, setFound] = useState<CommentList>();
  const list = typeof comments === 'number' ? found : comments;
  const Section = commentSection();
  const [isAlive, setAlive] = useState(Boolean(list && Section));
  const [failed, setFailed] = useState(false);
  const element = useRef<HTMLElement>(null);

  const load = useEffectEvent(async (limit: number) => {
    const [threads, carryOver] = await Promise.all([
      list ?? findThreads(companyId, { limit }),
      loadCommentSection(),
    ]);
    const show = () =>
      flushSync(() => {
        setFound(threads);
        setAlive(true);
      });
    return (section: HTMLElement, pressed?: Element | null) => carryOver(section, companyId, show, pressed);
  });
  useEffect(() => {
    if (isAlive || !element.current) return;
    return comeOnUse(element.current, companyId, {
      isAsked: typeof came !== 'number',
      load,
      tell: setFailed,
    });
  }, [isAlive, companyId, came]);

  const place = typeof came === 'number' ? came : undefined;
  return (
    <section ref={element} aria-labelledby="comments" className="mt-10 print:hidden">
      {failed && !isAlive ? (
        <p role="alert" className="mb-3 text-danger text-sm">
          {t('loadFailed')}
        </p>
      ) : null}
      {isAlive && list && Section ? (
        <div data-still={place}>
          <Section companyId={companyId} count={count} loaded={list} heading={Heading} />
        </div>
      ) : place === undefined ? (
        <>
          <Heading id="comments" className="text-2xl">
            {t('title', { count })}
          </Heading>
          {failed ? (
            <button type="button" className="button mt-3">
              {t('common:retry')}
            </button>
          ) : (
            <p className="mt-3 text-soft">{t('common:loading')}</p>
          )}
        </>
      ) : (
        <StillPart still={place} />
      )}
    </section>
  );
}
