import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Reader, VISITOR } from '#domain/kernel/access.ts';
import type { Actor } from '#domain/kernel/actor.ts';
import type { DomainEvent } from '#domain/kernel/event.ts';
import type { AnyNoun } from '#domain/kernel/noun.ts';
import { parseEvent } from '#domain/kernel/parseEvent.ts';
import { createRegistry } from '#domain/kernel/registry.ts';
import { isSystemEvent } from '#domain/kernel/systemEvents.ts';
import { nouns } from '#domain/nouns.ts';
import {
  aggregateOf,
  aggregates,
  commandDefinitions,
  eventDefinitions,
  rejectionKind,
  rejections,
  rejectionText,
} from '#domain/registry.ts';
import { models } from '../model/nouns.ts';
import { as, NOW, system, visitor } from './given.ts';
import { hashOf } from './hashOf.ts';
import { id } from './samples.ts';

const DOMAIN = new URL('../../domain/', import.meta.url);
const FIXTURES = new URL('../fixtures/events/', import.meta.url);
/** Decisions for each command, on generated states. */
const DECISIONS = 300;

const list: readonly AnyNoun[] = nouns;
const named = list.map((noun) => [noun.name, noun] as const);
const lawful = new Map(models.flatMap(({ commands }) => Object.entries(commands)).map(([type, c]) => [type, c.lawful]));

/** The source of a folder of the domain, all files in one. */
function sourceOf(folder: string): string {
  const root = new URL(`${folder}/`, DOMAIN);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.map((name) => readFileSync(new URL(name, root), 'utf8')).join('\n');
}

/** The events of a noun from their fixtures, whole and with the person erased. */
function fixturesOf({ events }: Pick<AnyNoun, 'events'>): readonly DomainEvent[] {
  return Object.values(events).flatMap(({ type, version, personal }) => {
    const { data } = JSON.parse(readFileSync(new URL(`${type}.v${version}.json`, FIXTURES), 'utf8'));
    const blank = { ...data, ...Object.fromEntries(personal.map((field) => [field, null])) };
    return [data, blank].map((each): DomainEvent => {
      const parsed = parseEvent(eventDefinitions, { type, version, data: each });
      if (parsed.kind !== 'event') throw new Error(`${type} does not parse.`);
      return parsed.event;
    });
  });
}

/** States of a stream after any of its noun's events in any order: most of them no command leads to. */
function anyState(category: string): fc.Arbitrary<unknown> {
  const { decider, events } = aggregateOf(category);
  return fc
    .array(fc.constantFrom(...fixturesOf({ events })), { maxLength: 6 })
    .map((history) => history.reduce((state: unknown, event) => decider.evolve(state, event, NOW), decider.initial));
}

describe.each(named)('the noun %s', (name, noun) => {
  it('stands in a folder of its name, and everything that it declares is known', () => {
    expect(readdirSync(DOMAIN)).toContain(name);
    for (const type of Object.keys(noun.events)) expect(eventDefinitions[type]?.type).toBe(type);
    for (const type of Object.keys(noun.commands))
      expect(commandDefinitions[type]).toMatchObject({ type, category: name });
    expect(Object.hasOwn(aggregates, name)).toBe(noun.decider !== null);
  });

  it('has a kind and a text for every code with which it refuses', () => {
    const made = [...sourceOf(name).matchAll(/\b(?:rejection|\w+Rejection)\(\s*'([A-Z_]+)'/g)].map(
      ([, code = '']) => code,
    );
    if (noun.decider !== null) expect(made.length).toBeGreaterThan(0);
    for (const code of [...made, ...Object.keys(noun.rejections)]) {
      expect([code, rejectionKind(code)]).toEqual([code, expect.any(String)]);
      const text = rejections[code]?.text ?? '';
      expect([code, text.trim() === text && text.length > 0]).toEqual([code, true]);
    }
  });

  it('says who may see its things and who may give each command; a visitor may give none', () => {
    expect(typeof noun.access.maySee).toBe('function');
    const byClients = Object.values(noun.commands).filter(({ origin }) => origin === 'client');
    const nothing = { author: id('somebody'), campus: 'ou', profile: { hasPicture: true, hasBio: true } } as never;
    for (const { type } of byClients) {
      const mayDo: (reader: Reader, about: never) => unknown = noun.access.mayDo[type] ?? (() => null);
      expect([type, mayDo({ ...VISITOR, closed: [] }, nothing)]).toEqual([type, { code: 'SIGNED_OUT', data: {} }]);
    }
  });
});

const actors = fc.constantFrom<Actor>(visitor, system, as(id('ada')), as(id('bob')), as(''));

describe.each(Object.keys(aggregates))('the decider of %s', (name) => {
  const { commands, decider, events } = aggregateOf(name);

  it.each(Object.keys(commands))('decides %s in every state', (type) => {
    const definition = commands[type];
    if (definition === undefined) throw new Error(`There is no command ${type}.`);
    const command = { id: id('command'), type, data: lawful.get(type) } as never;
    const declared = definition.facts(command, system);
    const initial = Object.fromEntries(
      Object.entries(declared).map(([fact, { category }]) => [fact, aggregateOf(category).decider.initial]),
    );
    // Facts that follow from others may be there or not.
    const further = Object.keys(definition.further(initial)).map((fact) => [fact, fc.constantFrom(null, {})]);
    const streams = Object.entries(declared).map(([fact, each]) => [fact, anyState(each.category)]);
    const given = fc.record({
      state: anyState(name),
      streams: fc.record(Object.fromEntries([...streams, ...further]) as Record<string, fc.Arbitrary<unknown>>),
      actor: actors,
      campus: fc.constantFrom('ou', 'ut', 'atlantis'),
    });
    fc.assert(
      fc.property(given, ({ state, streams: states, actor, campus }) => {
        const facts = { ...states, uploads: {}, claimed: {} };
        const decision = decider.decide(state, command, { now: NOW, actor, campus, facts, hash: hashOf });
        if (!decision.ok) expect(rejectionKind(decision.rejection.code)).not.toBeNull();
        else for (const event of decision.events) expect(Object.keys(events)).toContain(event.type);
      }),
      { seed: 11, numRuns: DECISIONS },
    );
  });
});

describe('the registry', () => {
  it('lists every noun of the domain', () => {
    const folders = readdirSync(DOMAIN, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const names = folders.map(({ name }) => name).filter((name) => name !== 'kernel');
    expect(list.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(Object.keys(eventDefinitions).filter((type) => isSystemEvent({ type }))).toEqual(['Held', 'Fenced']);
  });

  it('refuses a name that is there twice, and a noun that is not complete', () => {
    const [user] = nouns;
    expect(() => createRegistry([...nouns, { ...user, name: 'member' }])).toThrow('is declared twice');
    expect(() => createRegistry([{ ...user, name: 'member' }])).toThrow('not to its noun member');
    expect(() => createRegistry([{ ...user, decider: null }])).toThrow('The noun user has no decider.');
  });

  it('has a kind and a text for every code of the kernel', () => {
    for (const [, code = ''] of sourceOf('kernel').matchAll(/\bkernelRejection\(\s*'([A-Z_]+)'/g)) {
      expect([code, rejectionKind(code)]).toEqual([code, expect.any(String)]);
    }
  });

  it('fills a text from the data and shows no placeholder', () => {
    expect(rejectionText({ code: 'CODE_TOO_MANY', data: { seconds: 61, minutes: 2 } })).toBe(
      '5 codes were sent within an hour. Please try again in 2 minutes.',
    );
    expect(rejectionText({ code: 'NO_SUCH_CODE', data: {} })).toBe('Something went wrong');
    expect(rejectionText({ code: 'constructor', data: {} })).toBe('Something went wrong');
  });
});
