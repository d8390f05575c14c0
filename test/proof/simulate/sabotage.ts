import { registerHooks } from 'node:module';

/** An edit of a file of the repository. */
interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A rule of the program that is broken on purpose, as edits of its source while it is loaded. */
interface Sabotage {
  /** What it stands for. */
  readonly says: string;
  /** The promise that it breaks. */
  readonly promise: string;
  /** A seed that finds it. Stories change with their steps: `npm run simulate -- --break all` says which does then. */
  readonly foundBy: number;
  readonly edits: readonly Edit[];
}

/** Ways to break the program; `npm run simulate -- --break <name>` has to find each. */
export const SABOTAGES: Readonly<Record<string, Sabotage>> = {
  'dispatcher-guesses': {
    says: 'the dispatcher acknowledges an append that was not made',
    promise: 'P1',
    foundBy: 1,
    edits: [
      {
        file: 'server/write/appender.ts',
        from: 'await store.append(stream, revision, sealed);',
        to: "await store.append(stream, revision, sealed).catch(() => ({ position: '9'.repeat(16) }));",
      },
    ],
  },
  'dispatcher-repeats': {
    says: 'the dispatcher gives each try of a command ids of its own and does not ask whether it took effect already',
    promise: 'P2',
    foundBy: 1,
    edits: [
      { file: 'server/write/attempt.ts', from: 'if (knownHash !== undefined) {', to: 'if (knownHash === null) {' },
      {
        file: 'server/write/appender.ts',
        from: 'id: eventId(meta.commandId, index)',
        to: 'id: eventId(meta.commandId, index + Date.parse(meta.at) + revision)',
      },
    ],
  },
  'log-leaves-gaps': {
    says: 'the event store leaves out a revision now and then',
    promise: 'P3',
    foundBy: 1,
    edits: [
      {
        file: 'server/engines/memory/eventStoreLog.ts',
        from: 'revision: place.length }',
        to: 'revision: place.length + Number(entries.length % 120 === 119) }',
      },
    ],
  },
  'fold-counts-wrong': {
    says: 'the projector forgets a document that a batch has to see',
    promise: 'P4',
    foundBy: 1,
    edits: [
      {
        file: 'projections/engine/foldBatch.ts',
        from: 'for (const document of loaded) documents.put(document);',
        to: 'for (const document of loaded.slice(1)) documents.put(document);',
      },
    ],
  },
  'hub-skips-rows': {
    says: 'the hub does not tell every fifth event',
    promise: 'P5',
    foundBy: 1,
    edits: [
      {
        file: 'server/hub/teller.ts',
        from: 'for (const event of byPosition(rows)) {',
        to: 'for (const event of byPosition(rows)) { if (Number(event[0]?.position) % 5 === 0) continue;',
      },
    ],
  },
  'client-takes-older': {
    says: 'the client takes whatever comes, older versions too',
    promise: 'P5',
    foundBy: 14,
    edits: [
      {
        file: 'web/sync/documents/documents.ts',
        from: 'return document.position > before.position;',
        to: 'return true;',
      },
    ],
  },
  'projector-tells-late': {
    says: 'what the read store wrote without an answer is told on only with what follows',
    promise: 'P5',
    foundBy: 5,
    edits: [
      {
        file: 'projections/engine/projector.ts',
        from: 'await this.#inTurn(() => this.#takeUp());',
        to: 'await this.#inTurn(() => this.#load());',
      },
    ],
  },
  'hub-takes-anybody': {
    says: "a page that missed its log-out is taken for a visitor, and takes what it is told for its user's",
    promise: 'P5',
    foundBy: 664,
    edits: [
      {
        file: 'projections/sync/handshake.ts',
        from: 'return (auth as { readonly user: unknown }).user === userId;',
        to: 'return true;',
      },
    ],
  },
  'pages-believe-positions': {
    says: 'pages and hub go on from positions of a log that was restored from a backup since',
    promise: 'P5',
    foundBy: 3,
    edits: [
      {
        file: 'web/sync/transport/standing.ts',
        from: 'this.#furthest === null || isProven(eras, this.#furthest);',
        to: 'isProven(eras, this.mark(this.#furthest?.position ?? String())) || eras.length > 0;',
      },
      {
        file: 'server/hub/messages.ts',
        from: 'since !== null && isProven(eras, since) ? since : null',
        to: 'since',
      },
    ],
  },
  'rebuild-tells-nobody': {
    says: 'a rebuild corrects the read models and tells nobody',
    promise: 'P5',
    foundBy: 37,
    edits: [
      {
        file: 'server/engines/memory/readStoreBuilder.ts',
        from: 'return { from: position, to: position, rows, parked: [], erased: [] };',
        to: 'return { from: position, to: position, rows: [], parked: [], erased: [] };',
      },
    ],
  },
  'thread-without-an-end': {
    says: 'a thread is answered as if it were whole, and is not when it is longer than one answer',
    promise: 'P5',
    foundBy: 2,
    edits: [
      {
        file: 'projections/post/topics.ts',
        from: "'thread', [postId], threadLimits.page, threadLimits.firstPage),\n",
        to: "'thread', [postId], threadLimits.page, threadLimits.firstPage),\n    order: null,\n",
      },
    ],
  },
  'cascade-forgets-comments': {
    says: 'the comments below a deleted post are not ended',
    promise: 'P6',
    foundBy: 2,
    edits: [{ file: 'server/post/cascade.ts', from: 'await Promise.all(docs.map(act));', to: 'docs.slice(0);' }],
  },
  'appends-in-parts': {
    says: 'the events of a command are appended one by one',
    promise: 'P6',
    foundBy: 9,
    edits: [
      {
        file: 'server/write/appender.ts',
        from: 'const { position } = await store.append(stream, revision, sealed);',
        to: "let position = ''; for (const [n, one] of sealed.entries()) ({ position } = await store.append(stream, revision + n, [one]));",
      },
    ],
  },
  'dispatcher-forgets-ids': {
    says: 'the dispatcher does not ask whether a command took effect already',
    promise: 'P7',
    foundBy: 1,
    edits: [
      { file: 'server/write/attempt.ts', from: 'if (knownHash !== undefined) {', to: 'if (knownHash === null) {' },
    ],
  },
  'dispatcher-hopes': {
    says: 'the dispatcher says yes when the append timed out',
    promise: 'P7',
    foundBy: 1,
    edits: [
      {
        file: 'server/write/attempt.ts',
        from: 'if (error instanceof Unavailable) tools.uncertain.note(work.meta.commandId);',
        to: 'if (error instanceof Unavailable) return { ok: true, position: null, events: [] };',
      },
    ],
  },
  'dispatcher-without-fence': {
    says: 'the dispatcher refuses a command whose append may still land',
    promise: 'P7',
    foundBy: 5,
    edits: [
      {
        file: 'server/write/attempt.ts',
        from: 'if (tools.uncertain.mayLand(work.meta.commandId)) {',
        to: 'if (work.stream === String()) {',
      },
    ],
  },
  'dispatcher-trusts-the-wall-clock': {
    says: 'a process takes its first minute for over when the wall clock is set forth',
    promise: 'P7',
    foundBy: 5,
    edits: [
      {
        file: 'server/write/dispatcher.ts',
        from: 'createUncertainCommands(store.appendsMayLandLate, uptime)',
        to: 'createUncertainCommands(store.appendsMayLandLate, () => clock().getTime())',
      },
    ],
  },
  'dispatcher-changes-its-mind': {
    says: 'a second copy of a command that comes late is decided anew',
    promise: 'P7',
    foundBy: 19,
    edits: [{ file: 'server/write/dispatcher.ts', from: 'if (told !== null) return told;', to: '' }],
  },
  'outbox-tells-one-tab': {
    says: 'a tab is not told what another tab learned of its command',
    promise: 'P7',
    foundBy: 3,
    edits: [
      {
        file: 'web/sync/outbox/outbox.ts',
        from: "if (entry.status === 'rejected' && entry.refusal !== null) {",
        to: 'if (entry === null) {',
      },
    ],
  },
  'hub-forgets-rights': {
    says: 'the hub does not look at rights again when an account changes',
    promise: 'P8',
    foundBy: 1,
    edits: [{ file: 'server/hub/teller.ts', from: '    this.#applyRights(rows);\n', to: '' }],
  },
  'replies-have-no-gate': {
    says: 'what stands below a deleted post is told to those who ask for it by its own name',
    promise: 'P8',
    foundBy: 87,
    edits: [
      {
        file: 'projections/post/topics.ts',
        from: "if (post === null) return 'POST_DELETED';",
        to: 'if (post === null) return null;',
      },
    ],
  },
  'joiner-trusts-the-past': {
    says: 'rights are looked at before a topic is read, and not again',
    promise: 'P8',
    foundBy: 4,
    edits: [
      {
        file: 'server/read/snapshot.ts',
        from: 'if (rights.refusal !== null) return refused(refusalOf(rejection(rights.refusal)));',
        to: '',
      },
      {
        file: 'server/hub/joiner.ts',
        from: 'return refusal === null ? null : refused(refusalOf(rejection(refusal)));',
        to: 'return null;',
      },
    ],
  },
  'hub-keeps-sessions': {
    says: 'the hub goes on telling those whose session has ended',
    promise: 'P8',
    foundBy: 5,
    edits: [
      {
        file: 'server/hub/hub.ts',
        from: "for (const connection of [...this.#rooms.ofSession(sessionId)]) this.#post.end(connection, 'session-ended');",
        to: '',
      },
    ],
  },
  'erasure-keeps-keys': {
    says: 'the key of an erased person is kept',
    promise: 'P10',
    foundBy: 1,
    edits: [{ file: 'server/user/erasure.ts', from: 'await vault.keys.destroy([userId]);', to: '' }],
  },
};

/** Breaks the program in this process; what it concerns must not be loaded yet. @throws Error if it can't be done */
export function sabotage(name: string): void {
  const found = SABOTAGES[name];
  if (found === undefined) throw new Error(`There is no way to break called ${name}.`);
  const left = new Set(found.edits);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      let source = String(loaded.source);
      for (const edit of left) {
        const { file, from, to } = edit;
        if (!url.endsWith(`/${file}`)) continue;
        if (!source.includes(from)) throw new Error(`${file} no longer holds what ${name} replaces.`);
        source = source.replace(from, () => to);
        left.delete(edit);
      }
      return { ...loaded, source };
    },
  });
}
