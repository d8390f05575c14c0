import { registerHooks } from 'node:module';

/** A rule of the program that is broken on purpose, as an edit of its source while it is loaded. */
interface Sabotage {
  /** File in the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** What it stands for. */
  readonly says: string;
}

/** Ways to break the program; `npm run simulate -- --break <name>` has to find each. */
export const SABOTAGES: Readonly<Record<string, Sabotage>> = {
  'hub-skips-rows': {
    file: 'server/hub/teller.ts',
    from: 'for (const event of byPosition(rows)) {',
    to: 'for (const event of byPosition(rows)) { if (Number(event[0]?.position) % 5 === 0) continue;',
    says: 'the hub does not tell every fifth event',
  },
  'hub-forgets-rights': {
    file: 'server/hub/teller.ts',
    from: '    this.#applyRights(rows);\n',
    to: '',
    says: 'the hub does not look at rights again when an account changes',
  },
  'client-takes-older': {
    file: 'web/sync/documents.ts',
    from: 'return document.position > before.position;',
    to: 'return true;',
    says: 'the client takes whatever comes, older versions too',
  },
  'dispatcher-forgets-ids': {
    file: 'server/dispatch/attempt.ts',
    from: 'if (knownHash !== undefined) {',
    to: 'if (knownHash === null) {',
    says: 'the dispatcher does not ask whether a command took effect already',
  },
  'dispatcher-hopes': {
    file: 'server/dispatch/attempt.ts',
    from: 'if (error instanceof Unavailable) tools.uncertain.note(work.meta.commandId);',
    to: 'if (error instanceof Unavailable) return { ok: true, position: null, events: [] };',
    says: 'the dispatcher says yes when the append timed out',
  },
  'dispatcher-without-fence': {
    file: 'server/dispatch/attempt.ts',
    from: 'if (tools.uncertain.mayLand(work.meta.commandId)) {',
    to: 'if (work.stream === String()) {',
    says: 'the dispatcher refuses a command whose append may still land',
  },
  'fold-counts-wrong': {
    file: 'projections/engine/foldBatch.ts',
    from: 'for (const document of loaded) documents.put(document);',
    to: 'for (const document of loaded.slice(1)) documents.put(document);',
    says: 'the projector forgets a document that a batch has to see',
  },
  'outbox-tells-one-tab': {
    file: 'web/sync/outbox.ts',
    from: "if (entry.status === 'rejected' && entry.refusal !== null) {",
    to: 'if (entry === null) {',
    says: 'a tab is not told what another tab learned of its command',
  },
};

/** Breaks the program in this process; what it concerns must not be loaded yet. @throws Error if it can't be done */
export function sabotage(name: string): void {
  const found = SABOTAGES[name];
  if (found === undefined) throw new Error(`There is no way to break called ${name}.`);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/${found.file}`)) return loaded;
      const source = String(loaded.source);
      if (!source.includes(found.from)) throw new Error(`${found.file} no longer holds what ${name} replaces.`);
      return { ...loaded, source: source.replace(found.from, () => found.to) };
    },
  });
}
