import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The client: built from `web/` into `dist/`, which the server serves (`#domain/*` and the like are package imports). */
export default defineConfig(({ command }) => {
  // A test runner's own NODE_ENV must not put React's development build into the site.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: 'web',
    plugins: [react()],
    resolve: {
      // Our schemas on zod's small core (web/leanZod.ts says why).
      alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'web/leanZod.ts') }],
    },
    build: {
      outDir: '../dist',
      emptyOutDir: true,
      // What light-dark() and color-mix() need; nothing is polyfilled below it.
      target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
      // The content security policy allows no inline module shim.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      // One small sheet: code that comes later is never drawn without its styles, whatever the network does.
      cssCodeSplit: false,
    },
  };
});
