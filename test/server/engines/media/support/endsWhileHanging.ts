/** A process that has a picture rendered which hangs, says which process hangs, and then ends by a fatal error. */
import { execFileSync } from 'node:child_process';
import { createPictureProcesses } from '#server/engines/media/pictureProcesses.ts';

const pictures = createPictureProcesses({ file: new URL('./hangs.ts', import.meta.url) });
pictures.render({ bytes: new Uint8Array([1]), type: 'gif' }).catch(() => undefined);
setTimeout(() => {
  process.stdout.write(execFileSync('pgrep', ['-P', String(process.pid), '-f', 'hangs.ts']));
  process.exit(1);
}, 500);
