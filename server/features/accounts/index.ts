/** Exports of the feature 'accounts' for other features. */
export { endUserSessions, SESSION_LIFETIME } from './session-store.ts';
export {
  ADDRESSES_KEPT,
  accountVisitor,
  deleteUser,
  lockUser,
  toColumns,
  toPublicUser,
  type User,
  updateUser,
} from './store.ts';
export { verificationSender } from './verification.ts';
