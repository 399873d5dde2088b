/** Exports of the feature 'accounts' for other features. */
export {
  ADDRESSES_KEPT,
  accountVisitor,
  deleteUser,
  endUserSessions,
  SESSION_LIFETIME,
  toColumns,
  toPublicUser,
  type User,
  updateUser,
} from './store.ts';
export { verificationSender } from './verification.ts';
