import { expect, it } from '@jest/globals';
import type { LogEra } from '#projections/sync/protocol.ts';
import { Acknowledgements } from '#web/sync/outbox/acknowledgements.ts';
import type { OutboxEntry } from '#web/sync/outbox/entry.ts';
import { LogProgress } from '#web/sync/transport/logProgress.ts';

const at = (n: number) => String(n).padStart(16, '0');
const FIRST: LogEra = { id: 'first', from: at(0) };
/** After a restore: events of the first era after position 5 are lost. */
const SECOND: LogEra = { id: 'second', from: at(5) };
/** Of another process, begun beside this one's: nothing is lost. */
const BESIDE: LogEra = { id: 'beside', from: at(5) };
const entry = (id: string) => ({ id }) as OutboxEntry;

it('[P5] what another tab was acknowledged meanwhile is awaited, unless the log turns out not to have it', () => {
  const logProgress = new LogProgress();
  const seen = new Acknowledgements(logProgress, null);
  logProgress.opened([FIRST]);
  seen.add(entry('kept'), { era: 'first', position: at(4) }, false);
  seen.add(entry('lost'), { era: 'first', position: at(9) }, false);
  seen.add(entry('new'), { era: 'second', position: at(7) }, false);
  // Nothing is known of the second era yet: it may be so.
  seen.settle(() => at(3));
  expect(seen.unseen.map((each) => each.entry.id)).toEqual(['kept', 'lost', 'new']);
  logProgress.opened([FIRST, SECOND]);
  seen.prove();
  expect(seen.unseen.map((each) => each.entry.id)).toEqual(['kept', 'new']);
  // During a connection, marks that its eras do not prove are of a lost log.
  seen.add(entry('of another log'), { era: 'first', position: at(8) }, true);
  expect(seen.unseen.map((each) => each.entry.id)).toEqual(['kept', 'new']);
});

it('[P5] what was acknowledged on a connection stays awaited when eras begin during it', () => {
  const logProgress = new LogProgress();
  const seen = new Acknowledgements(logProgress, null);
  logProgress.opened([FIRST]);
  seen.add(entry('after it'), logProgress.mark(at(8)), true);
  const renewed = logProgress.began([FIRST, BESIDE]);
  if (renewed === null) throw new Error('It is the same log.');
  seen.renew(renewed);
  expect(seen.freshness).toEqual({ notBefore: at(8), era: BESIDE.id });
  // At the next hub, which begins with these eras.
  expect(logProgress.opened([FIRST, BESIDE])).toBe(true);
  seen.prove();
  expect(seen.unseen.map((each) => each.entry.id)).toEqual(['after it']);
  expect(seen.settle(() => at(8))).toBe(true);
  // Eras that do not name the present one are of another log.
  expect(logProgress.began([FIRST, { id: 'other', from: at(5) }])).toBeNull();
});
