import { readTranslationStatus, type TranslationTask } from '../../../core/translations/calls.ts';
import { useGrowingCall } from '../shared/api.ts';

/** Rows of a list that come into sight at a time. */
const TASKS_PER_STEP = 20;

/** What is to be done with the texts of the companies that match, some at a time. */
export function useTasks(task: TranslationTask, q: string, enabled: boolean) {
  const query = useGrowingCall(readTranslationStatus, { task, q }, TASKS_PER_STEP, { enabled });
  const answers = (query.data?.pages ?? []).map(({ answer }) => answer);
  return {
    query,
    first: answers[0],
    /** Of these companies. */
    incomplete: answers.flatMap((answer) => answer.incompleteTranslations),
    pending: answers.flatMap((answer) => answer.pendingUpdates),
    unreviewed: answers.flatMap((answer) => answer.unreviewedTranslations),
    /** Companies that match, shown or not. */
    total: query.data?.pages.at(-1)?.total ?? 0,
  };
}

export type Tasks = ReturnType<typeof useTasks>;
