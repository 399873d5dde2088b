import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // Every script is a file: an inlined one would need its own hash in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every public page loads comes as one file: it compresses better than twenty small ones.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router|i18next|react-i18next|void-elements|html-parse-stringify|use-sync-external-store)\//,
                },
              ],
            },
          },
        },
      },
    },
  },
});
