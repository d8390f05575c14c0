import { basename } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Suites of the core that take half a minute and more: one that begins last keeps the other processors idle. */
const LONG = ['addedNoun.test.ts', 'convergence.test.ts'];

/** Part of the other suites among which the browser suites are spread: none of these may begin last. */
const SPREAD = 0.75;

/**
 * The order of the suites, longest first as far as it is known without an earlier run, as in a clean clone. Browser
 * suites wait for a third of their time and slow each other down when several run at once: they are spread evenly
 * among the others, so that mostly one or two run.
 */
export default class LongFirst extends Sequencer {
  /**
   * @override
   * @param {Parameters<Sequencer['sort']>[0]} tests
   */
  async sort(tests) {
    const sorted = [...(await super.sort(tests))];
    /** @param {(typeof sorted)[number]} test */
    const isBrowser = ({ context }) => context.config.displayName?.name === 'browser';
    /** @param {(typeof sorted)[number]} test */
    const isLong = ({ path }) => LONG.includes(basename(path));
    const long = sorted.filter(isLong);
    const browsers = sorted.filter(isBrowser);
    const others = sorted.filter((test) => !isLong(test) && !isBrowser(test));
    const between = Math.floor((others.length / (browsers.length + 1)) * SPREAD);
    return [...long, ...browsers.flatMap((test) => [test, ...others.splice(0, between)]), ...others];
  }
}
