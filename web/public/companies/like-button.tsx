import { useState } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { likeCompany, unlikeCompany } from '../../shared/public-calls.ts';
import { useRoot } from '../../shared/root-data.ts';
import { HeartIcon } from '../../shared/ui/icons.tsx';
import { waitText } from '../../shared/wait-text.ts';
import { ensureVisitor } from '../analytics/record.ts';
import { setLikes, useKnownLikes } from './likes.ts';
import { useLiked } from './use-liked.ts';

/** Toggles the like optimistically and reverts after a refusal. */
export function LikeButton({ company }: { company: { id: string; likes: number } }) {
  const { t } = useTranslation(['companies', 'common']);
  const { language } = useRoot();
  const likes = useKnownLikes(company);
  const { liked, press, settle } = useLiked(company.id);
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle');
  const [wait, setWait] = useState<string | null>(null);

  async function toggle() {
    press(!liked);
    setLikes(company.id, Math.max(0, likes + (liked ? -1 : 1)));
    setState('sending');
    try {
      await ensureVisitor();
      const parts = { params: { id: company.id } };
      const answer = await (liked
        ? callFromBrowser(unlikeCompany, parts)
        : callFromBrowser(likeCompany, parts));
      settle(answer.liked);
      setLikes(company.id, answer.likes);
      setState('idle');
    } catch (error) {
      setWait(waitText(t, error));
      settle(liked);
      setLikes(company.id, likes);
      setState('failed');
    }
  }

  return (
    <div>
      <button
        type="button"
        className={`button max-sm:px-3 ${liked ? 'border-accent text-accent' : ''}`}
        aria-pressed={liked}
        // Disabled it would lose the focus.
        aria-disabled={state === 'sending'}
        onClick={() => void (state === 'sending' || toggle())}
      >
        <HeartIcon filled={liked} />
        {t('like')}
        <span className="number">{formatNumber(likes, language)}</span>
      </button>
      {state === 'failed' ? (
        <p role="alert" className="mt-2 text-danger text-sm">
          {wait ?? t('likeFailed')}
        </p>
      ) : null}
    </div>
  );
}
