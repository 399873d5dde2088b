import {
  ACCOUNT_FILTERS,
  NEWSLETTER_FILTERS,
  USER_SORTS,
  VERIFICATION_FILTERS,
} from '../../../core/users/calls.ts';
import { choice, type ListState, ordersOf, pageNumber, pageSize, searchWords } from '../shared/list-state.ts';

export const USER_ORDERS = ordersOf(USER_SORTS);

export const USER_LIST = {
  q: searchWords,
  verification: choice(VERIFICATION_FILTERS, 'all'),
  newsletter: choice(NEWSLETTER_FILTERS, 'all'),
  account: choice(ACCOUNT_FILTERS, 'all'),
  sort: choice(USER_ORDERS, '-created_at'),
  page: pageNumber,
  size: pageSize,
};

export type UserListState = ListState<typeof USER_LIST>;

/** The query parameter that names the user in the panel. */
export const USER_PARAMETER = 'user';
