import { areAllDead, leaveDeadOnes, reportSilence, SILENT_MS, whileUnderWay } from './connections.ts';

/** Milliseconds without progress after which the page's other connection is looked at: much is on its way when one dies. */
const DOUBT_MS = 1_500;
/** Milliseconds without progress after which an upload counts as cut, though no other connection is dead. */
const STILL_MS = 45_000;

/** The watch over one upload. */
export interface ProgressWatch {
  /** Something was sent or answered. */
  heard(): void;
  stop(): void;
}

/**
 * Watches an upload by its progress, since nobody can say how long it takes: a connection may have died and say nothing.
 *
 * @param cut called once when it goes on no more, with whether the browser has another connection for what is asked next
 */
export function watchProgress(cut: (hasAnother: boolean) => void): ProgressWatch {
  let heardAt = performance.now();
  let doubt: ReturnType<typeof setTimeout>;
  let still: ReturnType<typeof setTimeout>;
  const arm = () => {
    doubt = setTimeout(reportSilence, DOUBT_MS);
    still = setTimeout(giveUp, STILL_MS);
  };
  const disarm = () => {
    clearTimeout(doubt);
    clearTimeout(still);
  };
  let isOver = false;
  const stop = () => {
    isOver = true;
    disarm();
    leave();
  };
  const giveUp = () => {
    stop();
    void leaveDeadOnes().then(() => cut(!areAllDead()));
  };
  const leave = whileUnderWay(() => performance.now() - heardAt >= SILENT_MS && giveUp());
  arm();
  return {
    heard() {
      if (isOver) return;
      heardAt = performance.now();
      disarm();
      arm();
    },
    stop,
  };
}
