import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { publicEndpoints } from './scripts/public-endpoints.ts';
import { publicTexts } from './scripts/public-texts.ts';
import { worldMap } from './scripts/world-map.ts';

/** With what the bundler itself adds: one file less. */
const FRAMEWORK = /node_modules\/(?:react|react-dom|scheduler|react-router)\/|rolldown\/runtime/;
/** Small modules of ours that most public pages share; the console has none of its own in here. */
const SHARED_BY_PAGES =
  /\/(?:engine\/|web\/public\/(?:page|layout|analytics)\/|web\/shared\/(?:layout|header)\/|web\/shared\/(?:paths|api|public-calls|page-context|language-choice)\.|web\/i18n\/(?:create|page-texts|use-translation|format)\.|web\/shared\/ui\/(?:icons|category-shape)\.|web\/public\/companies\/(?:likes|panel-content|search-field)\.|web\/public\/follows\/follow-button\.|core\/(?:languages|categories|kinds|call)\.|core\/design\/category-shape\.|core\/analytics\/(?:summary|visitor-session)\.|core\/companies\/sorts\.)/;
/** A list, and what its address may choose. */
const LIST =
  /\/web\/(?:public\/companies\/(?:company-list|ranking-list)|shared\/companies\/(?:list|list-filters))\./;
/** A company with its comments, in the panel or on its page. */
const COMPANY =
  /\/web\/public\/(?:companies\/(?:company-content|like-button|use-numbers)|compare\/compare-button|comments\/(?:comment-(?:section|item|form|list)|report-control|use-comments|threads|drafts|find-threads))\./;

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), worldMap(), publicTexts(), publicEndpoints(), reactRouter()],
  build: {
    // Every script is a file: an inlined one would need its own hash in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
  environments: {
    // The server's build has its packages in it, as the server itself has (`scripts/bundle.mjs`): fewer files to start from.
    ...(command === 'build'
      ? { ssr: { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } }
      : {}),
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Compiled where it is downloaded to, in another thread, instead of function by function while a page
            // comes alive: most of it is called then (V8's explicit compile hints).
            postBanner: ({ name }) => (name === 'framework' ? '//# allFunctionsCalledOnLoad' : ''),
            // What every public page loads comes as one file: it compresses better than twenty small ones.
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK },
                { name: 'pages', test: SHARED_BY_PAGES },
                { name: 'list', test: LIST },
                { name: 'company', test: COMPANY },
              ],
            },
          },
        },
      },
    },
  },
}));
