import type { CommentSection } from './comment-section.tsx';

let loaded: typeof CommentSection | undefined;

/**
 * Gets what comments are written and answered with: whoever only reads needs none of it.
 * @returns what puts it in the place of comments that came without it
 */
export async function loadCommentSection() {
  const [{ CommentSection }, { carryOver }] = await Promise.all([
    import('./comment-section.tsx'),
    import('./carry-over.ts'),
  ]);
  loaded = CommentSection;
  return carryOver;
}

/** Undefined until it was asked for; the server draws comments without it. */
export const commentSection = () => loaded;
