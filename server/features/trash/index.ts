/** Exports of the feature 'trash' for other features. */
export {
  type CompanySnapshot,
  insertAsRead,
  moveToTrash,
  putBack,
  restoreFromTrash,
  TRASH_TIME,
  unscheduled,
} from './trash.ts';
