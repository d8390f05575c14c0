import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type * as z from 'zod/mini';
import type { EventDefinition } from '#domain/kernel/event.ts';
import { nouns as domainNouns } from '#domain/nouns.ts';
import type { AnyArchiveEntries } from '#server/archive/entries.ts';
import { isSigned, reactorDeclarations, serverNouns } from '#server/nouns.ts';
import type { ReactorParts } from '#server/reactors/reactorParts.ts';
import { declaredRoutes } from './support/declaredRoutes.ts';

const names = serverNouns.map(({ name }) => name);

/** Dependencies of a reactor; none is used before an event comes. */
const parts = {
  ...{ identity: {}, readStore: {}, dispatcher: {}, files: [], dependents: [] },
  vault: { shelf: () => ({}) },
} as unknown as ReactorParts;

describe('the manifests of the server', () => {
  it('are all listed: one for each folder that has one', () => {
    const folders = globSync('*/noun.ts', { cwd: join(import.meta.dirname, '..', '..', 'server') }).map((file) =>
      dirname(file),
    );
    expect(names.toSorted()).toEqual(folders.toSorted());
  });

  it('have the names that the nouns have in the domain', () => {
    const inDomain = domainNouns.map(({ name }) => String(name));
    expect(names.filter((name) => !inDomain.includes(name))).toEqual([]);
  });

  it('tell everybody what each event says that holds their personal data, or why it is withheld', () => {
    const ofNoun = new Map(serverNouns.map(({ name, archive }) => [name, Object.keys(archive ?? {})]));
    for (const { name, events } of domainNouns) {
      const personal = Object.values<EventDefinition>(events).filter((event) => event.personal.length > 0);
      const missing = personal.filter(({ type }) => ofNoun.get(name)?.includes(type) !== true);
      expect([name, missing.map(({ type }) => type)]).toEqual([name, []]);
    }
  });

  it('[P8] withhold each event that says which moderator acted: it may be of a stream named after the person', () => {
    const entries = Object.assign({}, ...serverNouns.map(({ archive }) => archive)) as AnyArchiveEntries;
    const naming = domainNouns.flatMap(({ events }) =>
      Object.values<EventDefinition>(events).filter(({ schema }) => 'by' in (schema as z.ZodMiniObject).shape),
    );
    expect(naming.length).toBeGreaterThan(0);
    const open = naming.filter(({ type }) => !Object.hasOwn(entries[type] ?? {}, 'withheld'));
    expect(open.map(({ type }) => type)).toEqual([]);
  });

  it('stand once for each noun, and take no path, folder or checkpoint from another', () => {
    const kinds = serverNouns.flatMap(({ files }) => files?.kind ?? []);
    const reactors = reactorDeclarations.map(([name]) => name);
    for (const list of [names, kinds, reactors]) expect(new Set(list).size).toBe(list.length);
  });

  it('name as signed only paths that they answer, as they are compared', () => {
    const signed = serverNouns.flatMap((noun) => noun.signedPaths ?? []);
    const routes = declaredRoutes();
    expect(signed.filter((path) => !routes.includes(`POST ${path}`) || !isSigned(path))).toEqual([]);
    expect(signed.length).toBeGreaterThan(0);
    expect(isSigned('/api/session')).toBe(false);
  });

  it.each(reactorDeclarations)(
    'the reactor %s has the name of its declaration: its checkpoint is found by it',
    (name, create) => {
      expect(create(parts).name).toBe(name);
    },
  );

  it.each(serverNouns.flatMap((noun) => noun.files ?? []))(
    'files of $category: an event of another noun names none',
    ({ namedAfter }) => {
      expect(namedAfter({ type: 'Fenced', data: { commandId: 'x' } })).toBeNull();
    },
  );
});
