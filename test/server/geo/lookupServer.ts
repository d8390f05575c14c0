import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A lookup service on a port of its own. */
export interface LookupServer {
  readonly url: string;
  /** The addresses that it was asked about, in order. */
  readonly asked: readonly string[];
  /** From now on it answers so. */
  answerWith(answer: (response: ServerResponse, address: string) => void): void;
  close(): Promise<void>;
}

/** The answer of ipgeolocation.io, as far as it matters. */
export const placed = (country: string, zone: string) => (response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      ip: '203.0.113.0',
      country_code2: country,
      isp: 'An ISP',
      time_zone: { name: zone, offset: -6 },
    }),
  );

/** Starts one; it says Oklahoma until a test sets another answer. */
export async function lookupServer(): Promise<LookupServer> {
  const asked: string[] = [];
  let answer: (response: ServerResponse, address: string) => void = placed('US', 'America/Chicago');
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '', 'http://lookup').searchParams.get('ip') ?? '';
    asked.push(address);
    answer(response, address);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ipgeo?apiKey=secret-key`,
    asked,
    answerWith: (next) => {
      answer = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
