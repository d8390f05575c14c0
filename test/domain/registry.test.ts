import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isSystemEvent } from '#domain/kernel/systemEvents.ts';
import { aggregates, commandDefinitions, eventDefinitions, rejections, rejectionText } from '#domain/registry.ts';

/** The source of the domain room, all files in one. */
function domainSource(): string {
  const folder = new URL('../../domain/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
}

describe('the registry', () => {
  it('knows every event and command of every noun under its type', () => {
    for (const [category, aggregate] of Object.entries(aggregates)) {
      expect(aggregate.category).toBe(category);
      for (const type of Object.keys(aggregate.events)) expect(eventDefinitions[type]?.type).toBe(type);
      for (const type of Object.keys(aggregate.commands)) expect(commandDefinitions[type]?.type).toBe(type);
    }
    expect(Object.keys(eventDefinitions).filter((type) => isSystemEvent({ type }))).toEqual(['Held', 'Fenced']);
  });

  it('sends every command to a stream of its own noun', () => {
    for (const [category, { commands }] of Object.entries(aggregates)) {
      for (const command of Object.values(commands)) expect(command.category).toBe(category);
    }
  });

  it('has a text for every code that the domain refuses with', () => {
    const made = domainSource().matchAll(/\b(?:rejection|\w+Rejection)\(\s*'([A-Z_]+)'/g);
    const codes = new Set([...made].map(([, code = '']) => code));
    expect(codes.size).toBeGreaterThan(30);
    for (const code of codes) expect([code, Object.hasOwn(rejections, code)]).toEqual([code, true]);
  });

  it('fills a text from the data and shows no placeholder', () => {
    expect(rejectionText({ code: 'CODE_TOO_MANY', data: { seconds: 61, minutes: 2 } })).toBe(
      '5 codes were sent within an hour. Please try again in 2 minutes.',
    );
    expect(rejectionText({ code: 'NO_SUCH_CODE', data: {} })).toBe('Something went wrong');
    expect(rejectionText({ code: 'constructor', data: {} })).toBe('Something went wrong');
    for (const [code, { text }] of Object.entries(rejections)) {
      expect([code, text.trim() === text && text.length > 0]).toEqual([code, true]);
    }
  });
});
