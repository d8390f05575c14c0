import { afterEach, describe, expect, it } from '@jest/globals';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { createEras } from '#server/engines/kurrent/eras.ts';
import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import { EngineRefused } from '#server/ports/engineRefused.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { refusal, sampleEvents, sampleStream } from '../../../contract/eventStoreSamples.ts';
import {
  ELSEWHERE_FILE,
  type KurrentDouble,
  type KurrentDoubleOptions,
  startKurrentDouble,
} from '../../../doubles/kurrent/server.ts';

const CREDENTIALS = { username: 'quad', password: 's3cr:e@t' };

let double: KurrentDouble;
afterEach(() => double.stop());
const start = async (options?: KurrentDoubleOptions) => {
  double = await startKurrentDouble(options);
};

/** The message of a failed opening, which has to say what to change and no secret. */
async function messageOf(url: string, type: typeof EngineRefused | typeof Unavailable): Promise<string> {
  const error = await refusal(openKurrentEventStore({ url, silenceMs: 5_000 }));
  expect(error).toBeInstanceOf(type);
  const { message } = error as Error;
  expect(message).toContain('EVENTSTORE_URL');
  expect(message).not.toContain('s3cr');
  return message;
}

describe('opening the event store in KurrentDB', () => {
  it('uses TLS and credentials of the connection string', async () => {
    await start({ credentials: CREDENTIALS });
    const store = await openKurrentEventStore({ url: double.url });
    const { position } = await store.append(sampleStream(), NO_STREAM, sampleEvents(1));
    expect(await store.head()).toBe(position);
    await store.check();
    await store.close();
  });

  it('finds the nodes of a cluster', async () => {
    await start({ credentials: CREDENTIALS });
    const store = await openKurrentEventStore({ url: double.url.replace('esdb:', 'esdb+discover:') });
    await store.append(sampleStream(), NO_STREAM, sampleEvents(1));
    await store.close();
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['localhost', '127.0.0.1'],
  ])('connects by TLS to %s, directly and by the gossip that names it by its address', async (named, host) => {
    await start({ credentials: CREDENTIALS, host, gossipHost: host });
    for (const scheme of ['esdb', 'esdb+discover']) {
      const url = double.url.replace('localhost', named).replace('esdb', scheme);
      const store = await openKurrentEventStore({ url });
      const { position } = await store.append(sampleStream(), NO_STREAM, sampleEvents(1));
      expect(await store.head()).toBe(position);
      await store.close();
    }
  });

  it.each(['[::1]', '127.0.0.1'])('connects without TLS to %s, directly and by gossip', async (named) => {
    const host = named.replace(/[[\]]/g, '');
    await start({ host, gossipHost: host });
    for (const scheme of ['esdb', 'esdb+discover']) {
      const store = await openKurrentEventStore({ url: `${scheme}://${named}:${double.port}?tls=false` });
      expect(await store.head()).toBe(START);
      await store.close();
    }
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['localhost', '127.0.0.1'],
  ])('refuses at %s a certificate for another address', async (named, host) => {
    await start({ credentials: CREDENTIALS, host, certificate: ELSEWHERE_FILE });
    const [plain] = double.url.replace('localhost', named).split('?');
    const message = await messageOf(`${plain}?tlsCAFile=${encodeURIComponent(ELSEWHERE_FILE)}`, Unavailable);
    expect(message).toContain("does not match certificate's altnames");
    expect(message).toContain(named.replace(/[[\]]/g, ''));
  });

  it('takes a server that does not prove itself in development, if it is asked to, and never in production', async () => {
    await start({ credentials: CREDENTIALS });
    const url = `${double.url.split('?')[0]}?tlsVerifyCert=false`;
    const store = await openKurrentEventStore({ url, environment: 'development' });
    await store.check();
    await store.close();
    const error = await refusal(openKurrentEventStore({ url, environment: 'production' }));
    expect(error).toBeInstanceOf(EngineRefused);
    expect((error as Error).message).toContain('tlsVerifyCert=false is for development only');
    expect((error as Error).message).not.toContain('s3cr');
  });

  it('gives calls the time of defaultDeadline, and hands notes to the operator', async () => {
    await start();
    const notes: string[] = [];
    const url = `${double.url}&defaultDeadline=500&throwOnAppendFailure=false`;
    const store = await openKurrentEventStore({ url, onNote: (note) => void notes.push(note) });
    expect(notes).toEqual([expect.stringContaining('throwOnAppendFailure')]);
    double.faults.holdAppends();
    const error = await refusal(store.append(sampleStream(), NO_STREAM, sampleEvents(1)));
    // The client's own clock or ours is the first to notice.
    expect((error as Error).message).toMatch(/within 500 ms|Deadline exceeded after 0\.\d/);
    await store.close();
  });

  it('asks for the nodes of a cluster as often as maxDiscoverAttempts says', async () => {
    await start();
    const url = `esdb+discover://127.0.0.1:${double.port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=1`;
    await double.kill();
    expect(await messageOf(url, Unavailable)).toContain('Failed to discover after 2 attempts');
  });

  it('[P9] says that user or password are wrong', async () => {
    await start({ credentials: CREDENTIALS });
    const message = await messageOf(double.url.replace('quad', 'guest'), EngineRefused);
    expect(message).toContain(`KurrentDB at localhost:${double.port} refused the user or the password`);
  });

  it('[P9] says that a certificate can not be read, or is not the right one', async () => {
    await start({ credentials: CREDENTIALS });
    const [plain] = double.url.split('?');
    expect(await messageOf(`${plain}?tlsCAFile=/nowhere/ca.pem`, EngineRefused)).toContain('/nowhere/ca.pem');
    const untrusted = await messageOf(`${plain}`, Unavailable);
    expect(untrusted).toContain('self-signed certificate');
    expect(untrusted).toContain('is named by tlsCAFile=/path/ca.crt in EVENTSTORE_URL');
    const undiscovered = `${plain?.replace('esdb', 'esdb+discover')}?maxDiscoverAttempts=1`;
    expect(await messageOf(undiscovered, Unavailable)).toContain('tlsCAFile');
  });

  it('says that nobody answers, also where only TLS differs', async () => {
    await start();
    const address = `127.0.0.1:${double.port}`;
    expect(await messageOf(`esdb://${address}`, Unavailable)).toContain(`KurrentDB at ${address} did not answer`);
    await double.kill();
    const message = await messageOf(double.url, Unavailable);
    expect(message).toContain(`KurrentDB at ${address} did not answer`);
    expect(message).toContain('ECONNREFUSED');
  });

  it.each(['22.10.5.0', '5.0.11', null])('refuses a server of version %s', async (version) => {
    await start({ version });
    const message = await messageOf(double.url, EngineRefused);
    expect(message).toContain(version ?? 'unknown');
    expect(message).toContain('23.10 or newer');
  });

  it.each(['23.10.8.0', '24.10.0', '25.1.0-preview'])('takes a server of version %s', async (version) => {
    await start({ version });
    const store = await openKurrentEventStore({ url: double.url });
    expect(await store.eras()).toHaveLength(1);
    await store.close();
  });

  it('gives up on a server that takes connections and never answers', async () => {
    await start();
    double.faults.holdAppends();
    const error = await refusal(openKurrentEventStore({ url: double.url, silenceMs: 200 }));
    expect(error).toBeInstanceOf(Unavailable);
    expect((error as Error).message).toContain('within 200 ms');
  });

  it('asks no more of a server once it has given it up: a client that has ended throws where nobody can catch it', async () => {
    const opening = new AbortController();
    let appends = 0;
    const client = {
      readStream: async function* () {
        yield* [];
      },
      appendToStream: async () => {
        appends += 1;
      },
    };
    const eras = createEras(client as never, 1_000);
    const head = async () => {
      opening.abort(new Error('It was given up.'));
      return '';
    };
    await expect(eras.begin(head, opening.signal)).rejects.toThrow('It was given up.');
    expect(appends).toBe(0);
  });

  it('[P5] begins no era for a command that only reads, and knows those of other processes', async () => {
    await start();
    const writers = await Promise.all(Array.from({ length: 4 }, () => openKurrentEventStore({ url: double.url })));
    const reader = await openKurrentEventStore({ url: double.url, readOnly: true });
    const eras = await reader.eras();
    expect(new Set(eras.map(({ id }) => id)).size).toBe(4);
    for (const writer of writers) expect(await writer.eras()).toEqual(eras);
    await Promise.all([...writers, reader].map((store) => store.close()));
  });
});
