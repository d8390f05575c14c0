import { createClient } from '#server/engines/kurrent/client.ts';
import { parseKurrentUrl } from '#server/engines/kurrent/connection.ts';
import type { Double } from '../double.ts';

/** The server behind the KurrentDB adapter. The double needs no preparation: it is TypeScript, and starts in a test. */
export const kurrentDouble: Double = {
  adapter: 'KurrentDB',
  async prepare() {
    const url = process.env.EVENTSTORE_URL;
    if (url === undefined) {
      const origin = 'the service definitions of @eventstore/db-client, with the behaviour of EventStoreDB 23.10.8';
      return { verifiedAgainst: `a double of its gRPC services (${origin})` };
    }
    const client = createClient(parseKurrentUrl(url));
    try {
      return { verifiedAgainst: `version ${await client.serverVersion()}, the server that EVENTSTORE_URL names` };
    } finally {
      await client.end();
    }
  },
};
