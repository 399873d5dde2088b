import type { RefObject } from 'react';
import type { Pending } from './verification-pending.tsx';

export interface AuthFormProps {
  /** The field that has the focus at first. */
  first: RefObject<HTMLInputElement | null>;
  /** The address that was typed into another of the forms. */
  email: string;
  /** The address has to be verified before anybody can log in with it. */
  onPending(pending: Pending): void;
}
