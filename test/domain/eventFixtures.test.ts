import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseEvent } from '#domain/kernel/parseEvent.ts';
import { systemEvents } from '#domain/kernel/systemEvents.ts';
import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { readPins } from '../fixtures/pins.ts';
import { schemaDigest, versionsOf } from './schemas.ts';

const folder = new URL('../fixtures/events/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const pins = readPins();
const versions = Object.values(eventDefinitions).flatMap(versionsOf);

const advice =
  'A stored schema has changed. Give the event a new version: put its old schema with an upcast into `previous`, ' +
  'add a fixture, and pin the new digest in the pins of its noun, test/fixtures/pins (CONTRIBUTING.md, "Add an event").';

describe('stored events', () => {
  it.each(versions.map(({ name, schema }) => [name, schema] as const))('%s has the pinned schema', (name, schema) => {
    const digest = schemaDigest(schema);
    if (pins.events[name] !== digest) throw new Error(`${name}: ${digest}, pinned ${pins.events[name]}. ${advice}`);
  });

  it('every pinned version is still declared', () => {
    expect(versions.map(({ name }) => name).sort()).toEqual(Object.keys(pins.events).sort());
  });

  it.each(versions.map(({ name }) => [name] as const))('%s has a fixture that reads as the present version', (name) => {
    const fixture = read(`${name}.json`);
    expect(`${fixture.type}.v${fixture.version}`).toBe(name);
    const parsed = parseEvent(eventDefinitions, fixture);
    expect(parsed).toMatchObject({ kind: 'event', version: eventDefinitions[fixture.type]?.version });
  });

  it('a fixture is kept for every version and for nothing else', () => {
    expect(readdirSync(folder).sort()).toEqual(versions.map(({ name }) => `${name}.json`).sort());
  });

  it.each(Object.values(aggregates).map((aggregate) => [aggregate.category, aggregate] as const))(
    'a stream of the kind %s evolves from its fixtures, whole and with the person erased',
    (_category, { events, decider }) => {
      for (const { type, version, personal } of Object.values(events)) {
        const { data } = read(`${type}.v${version}.json`);
        const blanked = { ...data, ...Object.fromEntries(personal.map((field) => [field, null])) };
        for (const each of [data, blanked]) {
          const parsed = parseEvent(eventDefinitions, { type, version, data: each });
          if (parsed.kind !== 'event') throw new Error(`${type} does not parse.`);
          expect(decider.evolve(decider.initial, parsed.event, '2026-03-01T09:00:00.000Z')).toBeDefined();
        }
      }
    },
  );

  it('the bookkeeping events name nobody', () => {
    for (const event of Object.values(systemEvents)) expect([event.subject, event.personal]).toEqual([null, []]);
  });
});

describe('commands', () => {
  it('have pinned schemas: an outbox may hold one for a day, so a change that refuses it is a new version', () => {
    const present = Object.values(commandDefinitions).map(
      ({ type, version, schema }) => [`${type}.v${version}`, schemaDigest(schema)] as const,
    );
    expect(Object.fromEntries(present)).toEqual(pins.commands);
  });
});
