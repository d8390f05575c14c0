import { expect, it } from '@jest/globals';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { attemptCommand, type Tools, type Work } from '#server/write/attempt.ts';

const META = { commandId: 'command', commandHash: 'hash', actor: 'ada', campus: 'ou', at: '', causedBy: null };

/** A command whose decision makes one event, and what it claims. */
function workWith(kinds: readonly string[]): Work {
  const work = {
    definition: {
      isLast: false,
      facts: () => ({}),
      further: () => ({}),
      files: () => null,
      claims: () => kinds.map((kind) => ({ kind, candidates: [`${kind} value`], taken: { code: 'TAKEN' } })),
    },
    decider: { decide: () => ({ ok: true, events: [{ type: 'Done', data: {} }] }) },
    command: { id: 'command', type: 'Do', data: {} },
    context: { actor: { kind: 'user', userId: 'ada' }, campus: 'ou', origin: 'client' },
    stream: 'thing-1',
    meta: META,
  };
  return work as unknown as Work;
}

/** Tools over a stream with these events; `took`: kinds of claims in the order in which they were taken. */
function toolsOver(events: readonly RecordedEvent[], took: string[] = []): Tools {
  const commands = new Map(events.filter(({ type }) => type !== 'Fenced').map(({ meta }) => [meta.commandId, 'hash']));
  const streams = {
    states: {
      current: async () => ({
        revision: events.length - 1,
        value: { state: null, eventCount: 0, commands, fences: new Map() },
      }),
    },
    log: { readStream: async () => events },
  };
  const tools = {
    ...streams,
    blank: streams,
    media: { describe: async () => new Map() },
    bars: { ofPerson: async () => null },
    claims: {
      take: async ({ kind }: { readonly kind: string }) => {
        took.push(kind);
        return { ok: true, value: `${kind} value`, release: () => undefined };
      },
    },
    appender: { decided: async () => [recorded('Done', 0)] },
    outcomes: { mayLand: async () => false },
    assume: null,
  };
  return tools as unknown as Tools;
}

function recorded(type: string, revision: number): RecordedEvent {
  const event = { id: `${revision}`, type, version: 1, stream: 'thing-1', revision, data: {}, meta: META };
  return { ...event, position: `${revision}` } as unknown as RecordedEvent;
}

it('takes claims in one order, whatever order a command names them in: two commands cannot wait for each other', async () => {
  for (const kinds of [
    ['username', 'email', 'school-email'],
    ['school-email', 'username', 'email'],
  ]) {
    const took: string[] = [];
    await attemptCommand(workWith(kinds), toolsOver([], took));
    expect(took).toEqual(['email', 'school-email', 'username']);
  }
});

it('[P2] answers a repeated command by its own events, not by the fence that stood against it before', async () => {
  const events = [recorded('Fenced', 0), recorded('Done', 1), recorded('Fenced', 2)];
  const outcome = await attemptCommand(workWith([]), toolsOver(events));
  expect(outcome).toMatchObject({ ok: true, position: '1', events: [{ type: 'Done' }] });
  expect(outcome.ok && outcome.events.length).toBe(1);
});

it('[P2] answers a repeated command on a stream that is taken for new, though its facts cannot be read any more', async () => {
  const tools = toolsOver([recorded('Done', 1)]);
  const value = { state: null, eventCount: 0, commands: new Map(), fences: new Map() };
  const outcome = await attemptCommand(workWith([]), {
    ...tools,
    states: { ...tools.states, asNew: async () => ({ revision: -1, value, after: '0' }) },
    assume: async () => '0',
    bars: { ...tools.bars, ofPerson: () => Promise.reject(new Error('The key of the person is missing.')) },
  });
  expect(outcome).toMatchObject({ ok: true, position: '1', events: [{ type: 'Done' }] });
});
