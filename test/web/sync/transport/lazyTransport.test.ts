import { describe, expect, it } from '@jest/globals';
import { createLazyTransport } from '#web/sync/transport/lazyTransport.ts';
import type { Transport, TransportListener } from '#web/sync/transport/transport.ts';

const listener: TransportListener = { closed: () => undefined, received: () => undefined };

/** A transport that records calls, and a switch that ends the loading of its code. */
function late() {
  const asked: string[] = [];
  const inner: Transport = {
    start: (started) => void asked.push(started === listener ? 'start' : 'start with another listener'),
    request: async (event) => event,
    reconnect: () => void asked.push('reconnect'),
    stop: () => void asked.push('stop'),
  };
  const code = Promise.withResolvers<Transport>();
  const transport = createLazyTransport(() => {
    asked.push('load');
    return code.promise;
  });
  const come = async () => {
    code.resolve(inner);
    await code.promise;
  };
  return { asked, transport, come };
}

describe('a transport whose code comes later', () => {
  it('is fetched by the first connection that is wanted, and opens one', async () => {
    const { asked, transport, come } = late();
    transport.start(listener);
    expect(asked).toEqual([]);
    transport.reconnect();
    transport.reconnect();
    await come();
    expect(asked).toEqual(['load', 'start', 'reconnect']);
    transport.reconnect();
    expect(asked.at(-1)).toBe('reconnect');
    transport.stop();
    expect(asked.at(-1)).toBe('stop');
  });

  it('is a connection that is not open until then', async () => {
    const { transport, come } = late();
    transport.start(listener);
    transport.reconnect();
    await expect(transport.request('subscribe', {}, 1)).rejects.toThrow('no connection');
    await come();
    expect(await transport.request('subscribe', {}, 1)).toBe('subscribe');
  });

  it('opens nothing after it was stopped', async () => {
    const { asked, transport, come } = late();
    transport.start(listener);
    transport.reconnect();
    transport.stop();
    await come();
    expect(asked).toEqual(['load']);
  });
});
