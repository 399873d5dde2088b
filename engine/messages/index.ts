export {
  type Interpolation,
  Messages,
  type MessagesOptions,
  type MessageTree,
  type TranslateFn,
} from './messages.ts';
