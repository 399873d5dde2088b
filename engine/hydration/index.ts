export { keepTranslated } from './keep-translated.ts';
export { HydrationMark } from './mark-hydrated.tsx';
export {
  deferTag,
  HYDRATION_SCRIPT,
  loaderDataScript,
  preloadRoutes,
  REPLAY_CLICK_SCRIPT,
} from './scripts.ts';
