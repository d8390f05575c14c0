import { describe, expect, it } from '@jest/globals';
import { accept, type Decider } from '#domain/kernel/decider.ts';
import type { DomainEvent } from '#domain/kernel/event.ts';
import { STREAM_MAX_EVENTS, STREAM_RESERVED_EVENTS } from '#domain/kernel/limits.ts';
import { type Counted, withStreamLimit } from '#domain/kernel/streamLimit.ts';
import { rejectionText } from '#domain/registry.ts';
import { given, system } from '../given.ts';
import { id } from '../samples.ts';

type Click = DomainEvent<'Clicked', Record<string, never>>;
type Cmd = { id: string; type: 'Click' | 'Stop' | 'Rest'; data: Record<string, never> };

const clicked: Click = { type: 'Clicked', data: {} };
const clicks: Decider<Counted, Cmd, Click, object> = withStreamLimit(
  {
    initial: { eventCount: 0 },
    decide: (_state, command) => (command.type === 'Rest' ? accept() : accept(clicked)),
    evolve: (state) => state,
  },
  ['Stop'],
);

const command = (type: Cmd['type']): Cmd => ({ id: id(type), type, data: {} });
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
