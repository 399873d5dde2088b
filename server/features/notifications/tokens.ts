import type { Env } from '../../env.ts';
import { createReaderTokens, type ReaderTokens } from '../readers/index.ts';

/** Tokens of accounts in mails about replies, which switch these mails off and can do nothing else. */
export const replyTokens = ({ APP_SECRET, APP_SECRET_OLD }: Env): ReaderTokens =>
  createReaderTokens(APP_SECRET, APP_SECRET_OLD, 'reply-token');
