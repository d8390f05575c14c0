import { runProcess } from './roles/process.ts';

/** The bare server, as production runs it; `npm start` runs `scripts/start.ts`, which brings the demo campus. */
await runProcess({
  onStarted(_config, { url }) {
    process.stdout.write(`Quad is running:  ${url}\n`);
  },
});
