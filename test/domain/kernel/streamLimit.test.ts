import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { defineCommand } from '#domain/kernel/command.ts';
import { accept, defineDecider } from '#domain/kernel/decider.ts';
import type { DomainEvent } from '#domain/kernel/event.ts';
import { STREAM_MAX_EVENTS, STREAM_RESERVED_EVENTS } from '#domain/kernel/limits.ts';
import type { Counted } from '#domain/kernel/streamLimit.ts';
import { rejectionText } from '#domain/registry.ts';
import { given, system } from '../given.ts';
import { id } from '../samples.ts';

type Click = DomainEvent<'Clicked', Record<string, never>>;

const nothing = { schema: z.strictObject({}), category: 'button', target: () => 'one' } as const;
const commands = {
  Click: defineCommand({ type: 'Click', ...nothing }),
  Stop: defineCommand({ type: 'Stop', ...nothing }),
  Rest: defineCommand({ type: 'Rest', ...nothing }),
};

const clicked: Click = { type: 'Clicked', data: {} };
const initial: Counted = { eventCount: 0 };
const clicks = defineDecider(commands, {
  initial,
  decide: { Click: () => accept(clicked), Stop: () => accept(clicked), Rest: () => accept<Click>() },
  evolve: (state, _event: Click) => state,
  closing: ['Stop'],
});

const command = <Type extends keyof typeof commands>(type: Type) => ({ id: id(type), type, data: {} });
const history = (count: number) => new Array<Click>(count).fill(clicked);
const context = { actor: system, facts: {} };
const growth = STREAM_MAX_EVENTS - STREAM_RESERVED_EVENTS;

describe('the length of a stream', () => {
  it('is counted in the state', () => {
    expect(given(clicks, ...history(3)).state.eventCount).toBe(3);
  });

  it('refuses growth at the limit and keeps the rest for what closes a matter', () => {
    given(clicks, ...history(growth - 1))
      .when(command('Click'), context)
      .thenExactly(clicked);
    given(clicks, ...history(growth))
      .when(command('Click'), context)
      .thenRefused('STREAM_FULL');
    given(clicks, ...history(growth))
      .when(command('Stop'), context)
      .thenExactly(clicked);
    given(clicks, ...history(growth))
      .when(command('Rest'), context)
      .thenNothing();
    expect(rejectionText({ code: 'STREAM_FULL', data: {} })).toMatch(/too often/);
  });
});
