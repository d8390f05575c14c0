/** `node:fs/promises` on a disk that can be full. */
import { open as openFile } from 'node:fs/promises';
import { hasNoRoom } from './room.ts';

export * from 'node:fs/promises';

/** Opens a file; writing to it fails as on a full disk when it has no room. */
export async function open(...[path, ...rest]: Parameters<typeof openFile>) {
  const handle = await openFile(path, ...rest);
  if (hasNoRoom(String(path))) {
    handle.writeFile = async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    };
  }
  return handle;
}
