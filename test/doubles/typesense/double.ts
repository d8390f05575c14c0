import type { Double } from '../double.ts';
import { installTypesense } from './install.ts';
import { startTypesense } from './startTypesense.ts';

/** The server behind the Typesense adapter: always a real one. */
export const typesenseDouble: Double = {
  adapter: 'Typesense',
  async prepare() {
    const isNamed = process.env.TYPESENSE_URL !== undefined;
    const missing = isNamed ? null : installTypesense();
    if (missing !== null) return missing;
    const server = await startTypesense();
    if ('skipped' in server) return server;
    try {
      const answer = await fetch(`${server.url}/debug`, { headers: { 'X-TYPESENSE-API-KEY': server.apiKey } });
      if (!answer.ok) throw new Error(`Typesense at ${server.url} answers ${answer.status}: ${await answer.text()}`);
      const { version } = (await answer.json()) as { version: string };
      const whose = isNamed ? 'the server that TYPESENSE_URL names' : 'the real server, from its Python package';
      return { verifiedAgainst: `Typesense ${version}, ${whose}` };
    } finally {
      await server.dispose();
    }
  },
};
