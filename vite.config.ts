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
});
