import type { EngineClock } from '#projections/engine/clock.ts';
import { type EventLog, recordedAt, START } from '#projections/engine/eventLog.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds for which the clock has to go evenly before its time counts: a clock that is set at a start is set by then. */
export const SECOND_LOOK_AFTER_MS = 10 * MINUTE_MS;
/** Milliseconds for which it has to go evenly after it jumped, or began far from the newest event. */
export const PROVEN_AFTER_DOUBT_MS = 12 * HOUR_MS;
/** Milliseconds by which wall clock and monotonic clock may differ between two looks, however short. */
export const UNEVEN_MS = MINUTE_MS;
/** Share of the time between two looks by which they may differ more: as fast as a machine slews its clock. */
const SLEWED_SHARE = 0.000_5;
/** Milliseconds that money waits after a jump: by then a clock that was set wrong is set right, as a rule. */
export const MONEY_AFTER_JUMP_MS = HOUR_MS;
/** Milliseconds for which a log may be silent before a start; after more, the clock may be the one that is wrong. */
export const SILENT_MS = 24 * HOUR_MS;

/** The time, or why it does not count yet, in words. */
export type Proof =
  | { readonly now: Date; readonly doubt: null }
  | { readonly now: null; readonly doubt: string; readonly provenInMs: number };

/** Time for what cannot be undone: a clock that is wrong for a minute must not end a grace of days. */
export interface ProvenTime {
  /**
   * Looks at the clocks. The first look, at a start and before anybody writes events, proves nothing yet.
   *
   * @throws Unavailable the log cannot be read
   */
  prove(): Promise<Proof>;
  /**
   * Looks at the clocks, for money that falls due within moments and cannot wait for a proof. The clock of a start is believed
   * here: the server may have been down for days. Its looks are its own: those that prove the time are further apart.
   *
   * @returns whether the clock has jumped within the last hour
   */
  hasJumped(): boolean;
}

/** A look at both clocks. */
interface Look {
  readonly wall: number;
  readonly monotonic: number;
}

/** A time for which the clock has gone evenly. */
interface Steady {
  readonly from: Look;
  /** Why it has to go on for long; `null`: nothing speaks against the clock. */
  readonly doubt: string | null;
}

/**
 * Proves the wall clock by three witnesses: the monotonic clock, beside which it must go evenly from look to look; the
 * newest event, from which it must not be far away at the beginning; and another look after a while.
 */
export function createProvenTime({
  clock,
  timer,
  log,
}: {
  readonly clock: () => Date;
  readonly timer: Pick<EngineClock, 'now'>;
  readonly log: Pick<EventLog, 'head' | 'recordingAt'>;
}): ProvenTime {
  let steady: Steady | null = null;
  let last: Look | null = null;
  let even: { readonly from: Look; readonly last: Look } | null = null;
  let jumpedAt = Number.NEGATIVE_INFINITY;
  const lookNow = (): Look => ({ wall: clock().getTime(), monotonic: timer.now() });

  async function begin(look: Look): Promise<Steady> {
    const newest = await newestEventAt(log);
    return { from: look, doubt: newest === null ? null : farFrom(look.wall, Date.parse(newest)) };
  }

  return {
    async prove() {
      const look = lookNow();
      if (steady === null || last === null) steady = await begin(look);
      else if (isUneven(last, look)) steady = { from: look, doubt: 'The clock of this machine has jumped.' };
      last = look;
      const neededMs = steady.doubt === null ? SECOND_LOOK_AFTER_MS : PROVEN_AFTER_DOUBT_MS;
      const provenInMs = neededMs - (look.monotonic - steady.from.monotonic);
      if (provenInMs <= 0) return { now: new Date(look.wall), doubt: null };
      return { now: null, doubt: steady.doubt ?? 'The clock has been looked at for too short a time.', provenInMs };
    },
    hasJumped() {
      const look = lookNow();
      // Small steps add up: the first look counts, too.
      if (even !== null && [even.last, even.from].some((before) => isUneven(before, look))) {
        jumpedAt = look.monotonic;
        even = null;
      }
      even = { from: even?.from ?? look, last: look };
      return look.monotonic - jumpedAt < MONEY_AFTER_JUMP_MS;
    },
  };
}

/** ISO instant of the newest event; `null`: there is none. */
async function newestEventAt(log: Pick<EventLog, 'head' | 'recordingAt'>): Promise<string | null> {
  const head = await log.head();
  const recording = head === START ? null : await log.recordingAt(head);
  return recording === null ? null : recordedAt(recording);
}

/** Whether the wall clock went otherwise than the monotonic one. */
function isUneven(before: Look, now: Look): boolean {
  const passedMs = now.monotonic - before.monotonic;
  return Math.abs(now.wall - before.wall - passedMs) > UNEVEN_MS + passedMs * SLEWED_SHARE;
}

/** Why a clock is in doubt by the newest event, in words; `null`: it is near. */
function farFrom(wall: number, newest: number): string | null {
  if (newest - wall > UNEVEN_MS) return 'The clock of this machine is behind the newest event of the log.';
  if (wall - newest > SILENT_MS) return 'The clock of this machine is far ahead of the newest event of the log.';
  return null;
}
