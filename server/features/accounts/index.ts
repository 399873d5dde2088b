/** Exports of the feature 'accounts' for other features. */
export { endUserSessions, SESSION_LIFETIME } from './session-store.ts';
export {
  accountVisitor,
  deleteUser,
  LOGIN_ADDRESSES_MAX,
  lockUser,
  toColumns,
  toPublicUser,
  type User,
  updateUser,
} from './store.ts';
export { verificationSender } from './verification.ts';
