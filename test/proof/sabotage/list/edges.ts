import type { Sabotage } from '../sabotage.ts';

/** Faults at the edges: HTTP and sockets, mail, files, erasing. */
export const edges: readonly Sabotage[] = [
  {
    name: 'cascade-forgets-comments',
    says: 'what stands below a deleted post is not ended',
    edits: [
      {
        file: 'server/reactors/endDependents.ts',
        original:
          "await Promise.all(found.map(({ key, doc }) => answer(event, [collection, key].join(' '), end(doc, endedId))));",
        broken: '',
      },
    ],
    foundBy: { simulate: { promise: 'P6', seed: 1 } },
  },
  {
    name: 'erasure-keeps-keys',
    says: 'the key of an erased person is kept',
    edits: [{ file: 'server/user/erasure.ts', original: 'await vault.keys.destroy([userId]);', broken: '' }],
    foundBy: { simulate: { promise: 'P10', seed: 19 } },
  },
  {
    name: 'card-outlives-post',
    says: 'the card of a link stays when its post is deleted',
    edits: [
      {
        file: 'server/preview/reactor.ts',
        original: "work.changed(postId);\n  await answer(event, 'end', { type: 'EndPreview', data: { postId } });",
        broken: 'work.changed(postId);\n  void answer;',
      },
    ],
    foundBy: { simulate: { promise: 'P6', seed: 57 } },
  },
  {
    name: 'checkpoint-leaves-rest',
    says: 'the checkpoint of a reactor passes an answer that is not complete: a kill in between loses the rest',
    edits: [
      {
        file: 'server/reactors/underWay.ts',
        original: 'return positions.reduce<string | null>(',
        broken: 'return [].slice(positions.length).reduce<string | null>(',
      },
    ],
    foundBy: { simulate: { promise: 'P6', seed: 36 } },
  },
  {
    name: 'orphan-file',
    says: 'the files of deleted posts stay',
    edits: [
      {
        file: 'server/post/cascade.ts',
        original: 'await removeFiles(event, () => removeFolder(event, options));',
        broken: '',
      },
    ],
    foundBy: { crash: { as: /^The file .* is an orphan/, kills: 10, isSlow: true } },
  },
  {
    name: 'lost-mail',
    says: 'a reactor counts an event as answered before it is: a kill in between loses the mail',
    edits: [
      {
        file: 'server/reactors/run.ts',
        original: 'return this.#turns.run(async () => handOver(this.#reactor, typedEvent(event)));',
        broken:
          "return this.#turns.run(async () => { if (event.type === 'CodeRequested') { " +
          'await this.#checkpoints.find(this.#reactor.name).then((at) => this.#checkpoints.move(this.#reactor.name, at, event.position)); ' +
          'setTimeout(() => handOver(this.#reactor, typedEvent(event)).catch(() => null), 3000); return undefined; ' +
          '} else return handOver(this.#reactor, typedEvent(event)); });',
      },
    ],
    foundBy: { crash: { as: /mails, it should have|No mail came/, kills: 5, isSlow: true } },
  },
  {
    name: 'kept-mail',
    says: 'erasing leaves the mails',
    edits: [{ file: 'server/user/erasure.ts', original: 'await transport.forget(userId);', broken: '' }],
    foundBy: { crash: { as: /has 1 mails, it should have 0/, kills: 8, isSlow: true } },
  },
  {
    name: 'address-in-log',
    says: 'what people write also stands in addresses, and those in the log',
    edits: [
      {
        file: 'server/http/requestContext.ts',
        original: '        method: request.method,\n',
        broken: '        method: request.method,\n        path: request.originalUrl,\n',
      },
    ],
    foundBy: { fuzz: { as: /A log line holds a secret/, isSlow: true } },
  },
  {
    name: 'status-500',
    says: 'a malformed question is taken for a fault of ours',
    edits: [
      {
        file: 'server/http/topics.ts',
        original: "throw refuseWith('REQUEST_INVALID', { field: 'query', problem: 'Invalid' });",
        broken: "throw new Error('not this way');",
      },
    ],
    foundBy: { fuzz: { as: /Status 500/, only: 'topics' } },
  },
  {
    name: 'wrong-shape',
    says: 'an answer has not the shape that the protocol declares',
    edits: [
      {
        file: 'server/hub/messages.ts',
        original: 'return { ok: true, position, documents: own.map(wireDocument) };',
        broken: 'return { ok: true, documents: own.map(wireDocument) };',
      },
    ],
    foundBy: { fuzz: { as: /has not its declared shape/, isSlow: true } },
  },
  {
    name: 'unhandled-rejection',
    says: 'a message of a client ends the process by a rejection that nobody handles',
    edits: [
      {
        file: 'server/hub/socketIo.ts',
        original: '    acknowledge?.(pack(reply));\n',
        broken: '    void Promise.resolve().then(() => acknowledge(reply));\n',
      },
    ],
    foundBy: { fuzz: { as: /The server ended by itself/, isSlow: true } },
  },
  {
    name: 'second-connect',
    says: 'two CONNECT packets of one connection end the process',
    edits: [
      {
        file: 'server/hub/strictDecoder.ts',
        original: "    if (this.#hasConnected) throw new ProtocolViolated('A client connected twice.');\n",
        broken:
          "    if (this.#hasConnected) process.nextTick(() => Promise.reject(new Error('A client connected twice.')));\n",
      },
    ],
    foundBy: { fuzz: { as: /The server ended by itself/, only: 'frames', isSlow: true } },
  },
  {
    name: 'forged-token',
    says: 'a token whose claims are no JSON is taken for a fault of ours',
    edits: [
      {
        file: 'server/kernel/jsonWebToken.ts',
        original: '  } catch {\n    return null;\n',
        broken:
          '  } catch (error) {\n    if (!(error instanceof jwt.JsonWebTokenError)) throw error;\n    return null;\n',
      },
    ],
    foundBy: { fuzz: { as: /could not be judged/, only: 'frames', isSlow: true } },
  },
  {
    name: 'idle-frames',
    says: 'somebody may send pings without end',
    edits: [
      {
        file: 'server/hub/idleFrames.ts',
        original: '    if (count > IDLE_FRAMES_PER_MINUTE) raw.terminate();\n',
        broken: '',
      },
    ],
    foundBy: { fuzz: { as: /went on listening to .* frames of a flood/, only: 'frames', isSlow: true } },
  },
  {
    name: 'continue-out-of-turn',
    says: 'an invitation to send a body stands inside an answer',
    edits: [
      {
        file: 'server/http/connections.ts',
        original: "  else response.once('socket', invite);",
        broken: '  else response.writeContinue();',
      },
    ],
    foundBy: { fuzz: { as: /No answer in a pipeline/, only: 'frames', isSlow: true } },
  },
  {
    name: 'memory-leak',
    says: 'something is kept of every request',
    edits: [
      {
        file: 'server/http/requestContext.ts',
        original: '    const requestId = randomUUID();\n',
        broken: '    (globalThis.kept ??= []).push(Buffer.alloc(800_000, 1));\n    const requestId = randomUUID();\n',
      },
    ],
    foundBy: { fuzz: { as: /Memory grew/, isSlow: true } },
  },
];
