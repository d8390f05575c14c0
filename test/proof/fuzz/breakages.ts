import type { Breakage } from '../sabotage/breakage.ts';

/** What a run of `npm run fuzz -- --break <name>` must find, one for each thing that is watched. */
export const fuzzBreakages: readonly Breakage[] = [
  {
    // What people write also stands in addresses.
    name: 'address-in-log',
    file: 'server/http/requestContext.ts',
    original: '        method: request.method,\n',
    broken: '        method: request.method,\n        path: request.originalUrl,\n',
  },
  {
    // A malformed question is taken for a fault of ours.
    name: 'status-500',
    file: 'server/http/topics.ts',
    original: "throw refuseWith('REQUEST_INVALID', { field: 'query', problem: 'Invalid' });",
    broken: "throw new Error('not this way');",
  },
  {
    // An answer has not the shape that the protocol declares.
    name: 'wrong-shape',
    file: 'server/hub/messages.ts',
    original: 'return { ok: true, position, documents: own.map(wireDocument) };',
    broken: 'return { ok: true, documents: own.map(wireDocument) };',
  },
  {
    // A message of a client ends the process by a rejection that nobody handles.
    name: 'unhandled-rejection',
    file: 'server/hub/socketIo.ts',
    original: '    acknowledge?.(pack(reply));\n',
    broken: '    void Promise.resolve().then(() => acknowledge(reply));\n',
  },
  {
    // Two CONNECT packets of one connection end the process.
    name: 'second-connect',
    file: 'server/hub/strictDecoder.ts',
    original: "    if (this.#hasConnected) throw new ProtocolViolated('A client connected twice.');\n",
    broken:
      "    if (this.#hasConnected) process.nextTick(() => Promise.reject(new Error('A client connected twice.')));\n",
  },
  {
    // Somebody may send pings without end.
    name: 'idle-frames',
    file: 'server/hub/idleFrames.ts',
    original: '    if (count > IDLE_FRAMES_PER_MINUTE) raw.terminate();\n',
    broken: '',
  },
  {
    // Something is kept of every request.
    name: 'memory-leak',
    file: 'server/http/requestContext.ts',
    original: '    const requestId = randomUUID();\n',
    broken: '    (globalThis.kept ??= []).push(Buffer.alloc(800_000, 1));\n    const requestId = randomUUID();\n',
  },
];
