import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSystemEvent } from '#domain/kernel/systemEvents.ts';
import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { collections } from '#projections/registry.ts';
import { historyArbitrary } from '../projections/support/history.ts';
import { models } from './nouns.ts';

/** Histories within which everything that can happen has to happen. */
const HISTORIES = 60;
const DOMAIN = new URL('../../domain/', import.meta.url);

/** A person who knows one thing of each collection. */
const known = {
  ...{ me: 'me', campus: 'ou', people: ['me'], mayErr: true },
  all: () => [{ key: 'post', doc: null }],
  draw: () => 0,
  words: () => 'words',
};
const fields = <Value>(of: (model: (typeof models)[number]) => Readonly<Record<string, Value>>) =>
  models.flatMap((model) => Object.entries(of(model)));

describe('the models', () => {
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
      expect([name, commandDefinitions[command(known)?.type ?? '']?.origin]).toEqual([name, 'client']);
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

  it('say of every noun with acts what follows from answers, and how a large community makes its things', () => {
    for (const { noun, acts, answers, bulk = [] } of models) {
      const given = Object.values(acts).map(({ command }) => command(known));
      if (given.length > 0) expect([noun, answers]).toEqual([noun, expect.anything()]);
      if (given.some((each) => each?.makes !== undefined)) expect([noun, bulk.length]).not.toEqual([noun, 0]);
    }
  });
});
