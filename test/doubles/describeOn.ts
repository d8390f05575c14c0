import { describe, it } from '@jest/globals';

/** Describes a suite that runs on a server; without one it is counted as skipped, and says why. */
export function describeOn<Server extends object>(
  name: string,
  server: Server | { readonly skipped: string },
  suite: (server: Server) => void,
): void {
  if ('skipped' in server) describe.skip(name, () => it(server.skipped, () => undefined));
  else describe(name, () => suite(server));
}
