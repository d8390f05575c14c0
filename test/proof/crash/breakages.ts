import type { Breakage } from '../sabotage/breakage.ts';

/** A breakage, and words of which its findings have some. */
export interface CrashBreakage extends Breakage {
  readonly foundAs: RegExp;
}

/** What a run of `npm run crash -- --break <name>` must find. Each is an error that somebody could really make. */
export const crashBreakages: readonly CrashBreakage[] = [
  {
    // Acknowledges a post before the disk has it: what was promised just before a kill is gone.
    name: 'early-acknowledgement',
    file: 'server/write/attempt.ts',
    original: 'appended = await tools.appender.decided(work.stream, target.revision, events, work.meta);',
    broken:
      'const write = () => tools.appender.decided(work.stream, target.revision, events, work.meta); ' +
      "const isLate = work.definition.type === 'CreatePost'; " +
      'if (isLate) setTimeout(() => write().catch(() => null), 1000); ' +
      'appended = isLate ? null : await write();',
    foundAs: /^Post .* was acknowledged and is missing/,
  },
  {
    // The hub tells all rows of a batch but the last one, in every other batch.
    name: 'skipped-row',
    file: 'server/roles/readSide.ts',
    original: 'hub.publish(commit)',
    broken: 'hub.publish(Number(commit.to) % 2 === 0 ? { ...commit, rows: commit.rows.slice(0, -1) } : commit)',
    foundAs: /^The page of .* (shows an old|does not show|shows) /,
  },
  {
    // A save is written twice.
    name: 'doubled-event',
    file: 'server/write/appender.ts',
    original: 'events.map(({ type, data }, index)',
    broken: "(events[0].type === 'PostSaved' ? [...events, ...events] : events).map(({ type, data }, index)",
    foundAs: /^The command .* made PostSaved twice/,
  },
  {
    // A claim that somebody holds is taken for free.
    name: 'lost-claim',
    file: 'server/write/claims.ts',
    original: "if (verdict !== 'free') return verdict;",
    broken: '',
    foundAs: /have the (user name|address)/,
  },
  {
    // A command that has landed is not known when it comes again: it gets another answer.
    name: 'forgotten-command',
    file: 'server/write/attempt.ts',
    original: 'const knownHash = target.value.commands.get(work.meta.commandId);',
    broken: 'const knownHash = undefined;',
    foundAs: /given again/,
  },
  {
    // Files of deleted posts stay.
    name: 'orphan-file',
    file: 'server/post/cascade.ts',
    original: 'await removeFiles(event, () => media.remove(postFolder(postId)));',
    broken: '',
    foundAs: /^The file .* is an orphan/,
  },
  {
    // A reactor counts an event as answered before it is: a kill in between loses the mail.
    name: 'lost-mail',
    file: 'server/reactors/runner.ts',
    original: 'await this.#reactor.handle(typedEvent(event));',
    broken:
      "if (event.type === 'CodeRequested') { " +
      'await this.#checkpoints.find(this.#reactor.name).then((at) => this.#checkpoints.move(this.#reactor.name, at, event.position)); ' +
      'setTimeout(() => this.#reactor.handle(typedEvent(event)).catch(() => null), 3000); ' +
      '} else await this.#reactor.handle(typedEvent(event));',
    foundAs: /mails, it should have|No mail came/,
  },
  {
    // The projector drops a document now and then: read models are not what the log says.
    name: 'unfolded-document',
    file: 'projections/engine/projector.ts',
    original: 'await this.#store.commit(commit);',
    broken:
      'await this.#store.commit(Number(commit.to) % 7 === 0 ? { ...commit, rows: commit.rows.slice(1) } : commit);',
    foundAs: /^quad verify: |^A rebuild had to correct/,
  },
  {
    // Erasing leaves the mails.
    name: 'kept-mail',
    file: 'server/user/erasure.ts',
    original: 'await transport.forget(userId);',
    broken: '',
    foundAs: /has 1 mails, it should have 0/,
  },
];
