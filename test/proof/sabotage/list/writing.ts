import type { Sabotage } from '../sabotage.ts';

/** Faults between a command and the log. */
export const writing: readonly Sabotage[] = [
  {
    name: 'conversation-doubled',
    says: 'two people have a conversation for each of them who begins',
    edits: [
      {
        file: 'domain/chat/pair.ts',
        original: "return one < other ? derivedId('chat', one, other) : derivedId('chat', other, one);",
        broken: "return derivedId('chat', one, other);",
      },
    ],
    foundBy: { simulate: { promise: 'rules', seed: 1 } },
  },
  {
    name: 'dispatcher-guesses',
    says: 'the dispatcher acknowledges an append that was not made',
    edits: [
      {
        file: 'server/write/appender.ts',
        original: 'await store.append(stream, revision, sealed);',
        broken: "await store.append(stream, revision, sealed).catch(() => ({ position: '9'.repeat(16) }));",
      },
    ],
    foundBy: { simulate: { promise: 'P1', seed: 1 } },
  },
  {
    name: 'dispatcher-repeats',
    says: 'the dispatcher gives each try of a command ids of its own and does not ask whether it took effect already',
    edits: [
      {
        file: 'server/write/attempt.ts',
        original: 'if (knownHash !== undefined) {',
        broken: 'if (knownHash === null) {',
      },
      {
        file: 'server/write/appender.ts',
        original: 'id: eventId(meta.commandId, index)',
        broken: 'id: eventId(meta.commandId, index + Date.parse(meta.at) + revision)',
      },
    ],
    foundBy: { simulate: { promise: 'P2', seed: 1 } },
  },
  {
    name: 'undo-sends',
    says: 'a command that its giver takes back is sent at once',
    edits: [
      {
        file: 'web/sync/core.ts',
        original: 'if (this.#outbox.undoable(id) === null) return false;\n    void this.#outbox.discard(id);',
        broken: 'if (this.#outbox.undoable(id) === null) return false;\n    this.setUndoable(id, 0);',
      },
    ],
    foundBy: { simulate: { promise: 'P7', seed: 65 } },
  },
  {
    name: 'log-leaves-gaps',
    says: 'the event store leaves out a revision now and then',
    edits: [
      {
        file: 'server/engines/memory/eventStoreLog.ts',
        original: 'revision: place.length }',
        broken: 'revision: place.length + Number(entries.length % 120 === 119) }',
      },
    ],
    foundBy: { simulate: { promise: 'P3', seed: 1 } },
  },
  {
    name: 'rebuild-publishes-nothing',
    says: 'a rebuild corrects the read models and publishes nothing',
    edits: [
      {
        file: 'server/engines/memory/readStoreBuilder.ts',
        original: 'return { from: position, to: position, recording: null, rows, parked: [] };',
        broken: 'return { from: position, to: position, recording: null, rows: [], parked: [] };',
      },
    ],
    foundBy: { simulate: { promise: 'P5', seed: 31 } },
  },
  {
    name: 'appends-in-parts',
    says: 'the events of a command are appended one by one',
    edits: [
      {
        file: 'server/write/appender.ts',
        original: 'const { position } = await store.append(stream, revision, sealed);',
        broken:
          "let position = ''; for (const [n, one] of sealed.entries()) ({ position } = await store.append(stream, revision + n, [one]));",
      },
    ],
    foundBy: { simulate: { promise: 'P6', seed: 2 } },
  },
  {
    name: 'dispatcher-forgets-ids',
    says: 'the dispatcher does not ask whether a command took effect already',
    edits: [
      {
        file: 'server/write/attempt.ts',
        original: 'if (knownHash !== undefined) {',
        broken: 'if (knownHash === null) {',
      },
    ],
    foundBy: { simulate: { promise: 'P7', seed: 1 } },
  },
  {
    name: 'dispatcher-hopes',
    says: 'the dispatcher says yes when the append timed out',
    edits: [
      {
        file: 'server/write/attempt.ts',
        original: 'if (error instanceof Unavailable) await tools.outcomes.uncertain();',
        broken: 'if (error instanceof Unavailable) return { ok: true, position: null, events: [] };',
      },
    ],
    foundBy: { simulate: { promise: 'P7', seed: 2 } },
  },
  {
    name: 'dispatcher-without-fence',
    says: 'the dispatcher refuses a command whose append may still land',
    edits: [
      {
        file: 'server/write/attempt.ts',
        original: 'if (await tools.outcomes.mayLand()) {',
        broken: 'if (work.stream === String()) {',
      },
    ],
    foundBy: { simulate: { promise: 'P7', seed: 2 } },
  },
  {
    name: 'dispatcher-trusts-the-wall-clock',
    says: 'a process takes its first minute for over when the wall clock is set forth',
    edits: [
      {
        file: 'test/proof/simulate/simProcess.ts',
        original: 'soleWriterOutcomes(store.appendsMayLandLate, life.clock.now)',
        broken: 'soleWriterOutcomes(store.appendsMayLandLate, () => clock().getTime())',
      },
    ],
    foundBy: { simulate: { promise: 'P7', seed: 7 } },
  },
  {
    name: 'dispatcher-changes-its-mind',
    says: 'a second copy of a command that comes late is decided anew',
    edits: [{ file: 'server/write/dispatcher.ts', original: 'if (earlier !== null) return earlier;', broken: '' }],
    foundBy: { simulate: { promise: 'P7', seed: 19 } },
  },
  {
    name: 'early-acknowledgement',
    says: 'a new thing is acknowledged before the disk has it: what was promised just before a kill is gone',
    edits: [
      {
        file: 'server/write/attempt.ts',
        original: 'appended = await tools.appender.decided(work.stream, target.revision, events, work.meta);',
        broken:
          "const write = () => tools.appender.decided(work.stream, target.revision, events, work.meta); const isLate = work.definition.origin === 'client' && target.revision < 0; if (isLate) setTimeout(() => write().catch(() => null), 1000); appended = isLate ? null : await write();",
      },
    ],
    foundBy: { crash: { as: /was acknowledged and is missing/, kills: 1 } },
  },
  {
    name: 'skipped-row',
    says: 'the hub sends all rows of a batch but the last one, in every other batch',
    edits: [
      {
        file: 'server/roles/server.ts',
        original: 'hub?.publish(commit)',
        broken: 'hub?.publish(Number(commit.to) % 2 === 0 ? { ...commit, rows: commit.rows.slice(0, -1) } : commit)',
      },
    ],
    foundBy: { crash: { as: /^The page of .* (shows an old|does not show|shows) /, kills: 1 } },
  },
  {
    name: 'doubled-event',
    says: 'a save is written twice',
    edits: [
      {
        file: 'server/write/appender.ts',
        original: 'events.map(({ type, data }, index)',
        broken: "(events[0].type === 'PostSaved' ? [...events, ...events] : events).map(({ type, data }, index)",
      },
    ],
    foundBy: { crash: { as: /^The command .* made PostSaved twice/, kills: 1 } },
  },
  {
    name: 'lost-claim',
    says: 'a claim that somebody holds is taken for free',
    edits: [{ file: 'server/write/claims.ts', original: "if (verdict !== 'free') return verdict;", broken: '' }],
    foundBy: { crash: { as: /have the (user name|address)/, kills: 1 } },
  },
  {
    name: 'forgotten-command',
    says: 'a command that has landed is not known when it comes again: it gets another answer',
    edits: [
      {
        file: 'server/write/attempt.ts',
        original: 'const knownHash = target.value.commands.get(work.meta.commandId);',
        broken: 'const knownHash = undefined;',
      },
    ],
    foundBy: { crash: { as: /given again/, kills: 1, isSlow: true } },
  },
  {
    name: 'torn-group',
    says: 'each event of a group is committed for itself: a torn group is there in part',
    edits: [
      {
        file: 'server/engines/sqlite/log/writer.ts',
        original: 'const outcomes = transaction(db, () =>',
        broken: 'const outcomes = ((_db, work) => work())(db, () =>',
      },
    ],
    foundBy: { faults: { as: /is the middle of a group$/ } },
  },
  {
    name: 'skipped-position',
    says: 'positions are counted once too often: there are holes between groups',
    edits: [
      {
        file: 'server/engines/sqlite/log/writer.ts',
        original: '        head = next;\n        return outcomes;',
        broken: '        head = next + 1;\n        return outcomes;',
      },
    ],
    foundBy: { faults: { as: /^it does not go on after/ } },
  },
  {
    name: 'command-id-reused',
    says: 'a command id that comes again with other content is acknowledged as if it were the first one',
    edits: [
      {
        file: 'server/write/attempt.ts',
        original: 'return knownHash === work.meta.commandHash ?',
        broken: 'return knownHash !== null ?',
      },
    ],
    foundBy: {
      simulate: { promise: 'rules', seed: 1 },
      crash: { as: /came with other content and was acknowledged/, kills: 1 },
    },
  },
  {
    name: 'code-used-twice',
    says: 'a code that was used may be used again',
    edits: [
      {
        file: 'server/identity/verification.ts',
        original: 'vault.consume(found.codeId, effectiveCommandId(by.userId, id));',
        broken: 'vault.consume(found.codeId, effectiveCommandId(by.userId, found.codeId));',
      },
    ],
    foundBy: {
      simulate: { promise: 'rules', seed: 5 },
      crash: { as: /What is to end with CODE_WRONG/, kills: 1, isSlow: true },
    },
  },
  {
    name: 'edit-of-another',
    says: "somebody may edit another's post",
    edits: [
      {
        file: 'domain/post/access.ts',
        original: 'return mustBeAuthor(viewer, post) ?? mustBeMember(viewer, post.campus);',
        broken: 'return mustBeMember(viewer, post.campus);',
      },
    ],
    foundBy: {
      simulate: { promise: 'rules', seed: 2 },
      crash: { as: /is edited by|NOT_YOUR_POST ended as \{"outcome":"acknowledged/, kills: 5, isSlow: true },
    },
  },
];
