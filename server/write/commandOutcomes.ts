import { randomUUID } from 'node:crypto';
import type { EventMeta } from '#domain/kernel/event.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { Marks } from './marks.ts';
import type { Outcome } from './outcome.ts';

/** Milliseconds in which an append without an answer may still land. */
export const LATE_APPEND_MS = 60_000;

/**
 * Keeps a refusal, or a "nothing to do", true after it is answered (P7). The log does not record such outcomes, and
 * another copy of the command may be decided at the same time, or have an append under way.
 */
export interface CommandOutcomes {
  /**
   * Begins a try of a command. The stream's lock makes it the only one in this process.
   *
   * @param isOnlySender see `DispatchContext`
   */
  open(meta: EventMeta, isOnlySender?: () => boolean): CommandTry;
}

/** One try of a command, over all its attempts. */
export interface CommandTry {
  /**
   * Called before each attempt, and again where the log turns out to be fenced against the command: another copy has
   * refused it, or is about to.
   * @returns an earlier outcome without an append, which is to be answered again
   */
  begin(): Promise<Outcome | null>;
  /**
   * Whether another append of the command may land, so that a refusal has to be fenced in the log to stay true.
   * @throws Unavailable another copy is being decided now
   */
  mayLand(): Promise<boolean>;
  /** Notes that a fence is appended: none of the appends that `mayLand` concerned can land any more. */
  fenced(): Promise<void>;
  /** Notes that an append of this try ended without an answer; nothing else is asked of this try afterwards. */
  uncertain(): Promise<void>;
  /**
   * Called before an outcome without an append is answered. @returns the outcome to answer: another copy's, if that was
   * first
   * @throws Unavailable another copy is being decided now
   */
  settle(outcome: Outcome): Promise<Outcome>;
  /** Notes that the command is in the log, which keeps its outcome: nothing need be remembered of the try. */
  accepted(): void;
  /** Notes that the try ended with an error: the next one need not wait for it, unless an append is uncertain. */
  abandon(): Promise<void>;
}

const ANOTHER_COPY = 'Another copy of the command is being decided. Try again.';

/**
 * Outcomes that any number of processes share through the vault. Every attempt leaves a mark there before it reads the
 * log, so a process that is about to refuse a command sees another copy that may still be accepted. While that copy is
 * young, the answer is `Unavailable`; later the log is fenced against it first. The vault decides in one step which of
 * two copies is first. Where this process is the only sender, another copy is of an earlier try or of a process that has
 * lost its lease: nobody gets its answer, so the log is fenced at once.
 *
 * Each attempt has a mark of its own: one that a fence has settled says nothing of the attempt that follows the fence.
 *
 * The mark of an accepted command is taken away once its events are in the log, unless another copy has a mark too. That
 * copy may have read the log before, and may be about to refuse: then it has to find the mark. A copy that makes its
 * mark later reads the log later too, and finds the command there. So no refusal can contradict the acceptance (P7).
 */
export function createSharedOutcomes(marks: Omit<Marks, 'close'>, clock: () => Date): CommandOutcomes {
  const now = () => clock().toISOString();
  return {
    open({ commandId, commandHash }, isOnlySender = () => false) {
      const content = { commandId, commandHash };
      const attempt = () => ({ tryId: randomUUID(), ...content });
      let own = attempt();
      /** Tries of all attempts so far. */
      const tries: string[] = [];
      let late: readonly string[] = [];
      let isUncertain = false;
      return {
        async begin() {
          const before = tries.at(-1);
          if (before !== undefined) own = attempt();
          // Noted first: it may have been made though the vault does not answer.
          tries.push(own.tryId);
          const earlier = await marks.begin(own, now());
          if (before !== undefined) await marks.end(content, [before]);
          return earlier === null ? null : (JSON.parse(earlier) as Outcome);
        },
        async mayLand() {
          const others = await marks.others(own);
          const young = new Date(clock().getTime() - LATE_APPEND_MS).toISOString();
          if (!isOnlySender() && others.some(({ at }) => at > young)) throw new Unavailable(ANOTHER_COPY);
          late = others.map(({ tryId }) => tryId);
          return late.length > 0;
        },
        fenced: () => marks.end(content, late),
        async uncertain() {
          isUncertain = true;
          // The append's trouble is what is answered. A mark that stays says the same, until it is swept.
          await marks.abandon(own).catch(() => undefined);
        },
        async settle(outcome) {
          const settled = await marks.settle(own, JSON.stringify(outcome), now());
          if (settled === null) throw new Unavailable(ANOTHER_COPY);
          return JSON.parse(settled) as Outcome;
        },
        accepted() {
          // Nobody waits for it. While the vault is busy, the mark stays until it is swept, which is safe.
          marks.accept(own).catch(() => undefined);
        },
        async abandon() {
          // Called with an error to throw, which no trouble of the vault replaces; the marks are safe, too.
          if (!isUncertain) await marks.end(content, tries).catch(() => undefined);
        },
      };
    },
  };
}
