import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSystemEvent } from '#domain/kernel/systemEvents.ts';
import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { collections } from '#projections/registry.ts';
import { importedPaths } from '#scripts/check/circles.ts';
import { historyArbitrary } from '../projections/support/history.ts';
import type { Known } from './acts.ts';
import { models } from './nouns.ts';

/**
 * Histories within which everything that can happen has to happen. So many for each event that there is: the more kinds
 * of steps, the rarer each of them.
 */
const HISTORIES = 8 * Object.keys(eventDefinitions).length;
const ROOT = new URL('../../', import.meta.url);
const DOMAIN = new URL('domain/', ROOT);

/** A person who knows one thing of each collection. */
const known: Known = {
  ...{ me: 'me', campus: 'ou', people: ['me'], mayErr: true },
  all: () => [{ key: 'post', doc: null }],
  draw: () => 0,
  words: () => 'words',
};
/** A moderator who knows of somebody else's post, of a ban, and is about to leave. */
const knowing: Readonly<Record<string, { readonly key: string; readonly doc: object }>> = {
  posts: { key: 'post', doc: { author: 'somebody' } },
  accounts: { key: 'me', doc: { isModerator: true } },
  bans: { key: 'somebody', doc: { status: 'standing' } },
  deletions: { key: 'me', doc: {} },
  chats: { key: 'chat', doc: { id: 'chat', round: 1, starter: 'me', partner: 'somebody' } },
  messages: { key: 'message', doc: { author: 'somebody', recipient: 'me' } },
};
const moderator: Known = {
  ...known,
  people: ['me', 'somebody'],
  all: <Doc>(collection: string) => [(knowing[collection] ?? { key: 'thing', doc: null }) as { key: string; doc: Doc }],
};
const fields = <Value>(of: (model: (typeof models)[number]) => Readonly<Record<string, Value>>) =>
  models.flatMap((model) => Object.entries(of(model)));

/** Modules that the models need, from the tests' own room, with those that these need. */
function modulesOfModels(): readonly string[] {
  const found = new Set(['test/model/nouns.ts']);
  for (const path of found) {
    const text = readFileSync(new URL(path, ROOT), 'utf8').replaceAll(/^import type .*$/gm, '');
    for (const imported of importedPaths(path, text)) if (imported.startsWith('test/')) found.add(imported);
  }
  return [...found];
}

describe('the models', () => {
  it('run without Jest: simulation, crash, fuzz, bench and seed are programs of their own', () => {
    const modules = modulesOfModels();
    expect(modules).toContain('test/model/post/model.ts');
    const ofJest = modules.filter((path) => readFileSync(new URL(path, ROOT), 'utf8').includes("from '@jest/"));
    expect(ofJest).toEqual([]);
  });

  it('are there for every noun of the domain, and for nothing else', () => {
    const nouns = readdirSync(DOMAIN, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const names = nouns.map(({ name }) => name).filter((name) => name !== 'kernel');
    expect(models.map(({ noun }) => noun).sort()).toEqual(names.sort());
  });

  it('have a generator for every command, whose lawful payload its schema takes', () => {
    const generators = new Map(fields((model) => model.commands));
    expect([...generators.keys()].sort()).toEqual(Object.keys(commandDefinitions).sort());
    for (const { type, schema } of Object.values(commandDefinitions)) {
      expect([type, schema.safeParse(generators.get(type)?.lawful).success]).toEqual([type, true]);
    }
  });

  it('give only commands that clients may give as acts of people', () => {
    for (const [name, { command }] of fields((model) => model.acts)) {
      expect([name, commandDefinitions[command(moderator)?.type ?? '']?.origin]).toEqual([name, 'client']);
    }
  });

  it('order only what there is a command for', () => {
    for (const [name, { command }] of fields((model) => model.orders ?? {})) {
      expect([name, commandDefinitions[command(moderator)?.type ?? '']]).toEqual([name, expect.anything()]);
    }
  });

  it('tell in their stories only of commands that clients may give', () => {
    for (const { noun, story = {} } of models) {
      const { anytime, wavering, meeting } = story;
      const met = meeting?.(moderator);
      const given = [anytime?.(moderator), ...(wavering?.(moderator) ?? []), met?.first, met?.second];
      for (const type of given.flatMap((each) => each?.type ?? [])) {
        expect([noun, type, commandDefinitions[type]?.origin]).toEqual([noun, type, 'client']);
      }
    }
  });

  it(`make every event of the log in ${HISTORIES} histories`, () => {
    const histories = fc.sample(historyArbitrary, { seed: 1, numRuns: HISTORIES });
    const made = new Set(histories.flatMap((history) => history.map(({ type }) => type)));
    const wanted = Object.keys(eventDefinitions).filter((type) => !isSystemEvent({ type }));
    expect(wanted.filter((type) => !made.has(type))).toEqual([]);
  });

  it('say which events of others a noun bars, where it has a bar', () => {
    const bars = Object.values(aggregates).flatMap(({ category, bar }) => (bar === null ? [] : [category]));
    expect(models.flatMap(({ noun, barred }) => (barred === undefined ? [] : [noun])).sort()).toEqual(bars.sort());
  });

  it('say of every collection who may see its documents, or that nobody is sent any', () => {
    const seen = fields((model) => model.access).map(([name]) => name);
    const hidden = models.flatMap((model) => model.hidden ?? []);
    expect([...seen, ...hidden].sort()).toEqual([...collections.keys()].sort());
  });

  it('say of every noun with acts that need no role what follows from answers, and how a large community makes its things', () => {
    for (const { noun, acts, answers, bulk = [] } of models) {
      const given = Object.values(acts).flatMap(({ command }) => command(known) ?? []);
      if (given.length > 0) expect([noun, answers]).toEqual([noun, expect.anything()]);
      if (given.some(({ makes }) => makes !== undefined)) expect([noun, bulk.length]).not.toEqual([noun, 0]);
    }
  });
});
