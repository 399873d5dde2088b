import { allCategories } from '../../../core/categories.ts';
import { COMMENT_FILTERS } from '../../../core/comments/admin-calls.ts';
import { choice, type ListState, pageNumber, pageSize, searchWords } from '../shared/list-state.ts';

export const MODERATION_LIST = {
  q: searchWords,
  category: choice(allCategories, 'all'),
  status: choice(COMMENT_FILTERS, 'all'),
  /** The id of the one whose thread is shown alone. */
  comment: { usual: '', read: (text: string) => text.slice(0, 64) },
  page: pageNumber,
  size: pageSize,
};

export type ModerationState = ListState<typeof MODERATION_LIST>;
