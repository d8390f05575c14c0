import type { BrowserContext } from 'playwright-core';

/** Listens to everything that a browser complains about. */
export interface ConsoleWatch {
  /** Allows messages like this: the scene causes them (a refused request, a cut network). */
  expect(pattern: RegExp): void;
  watch(context: BrowserContext, who: string): void;
  /** Unexpected messages. */
  unexpected(): readonly string[];
}

/** A page of what is not there answers 404, which Chromium reports; a file or an answer that is missing is a fault. */
const MISSING_PAGE = /status of 404 \(Not Found\) \(https?:\/\/[^/]+\/(?!api\/|assets\/|images\/)[^.)]*\)$/;

/** Makes a watch for one scene. */
export function createConsoleWatch(): ConsoleWatch {
  const complaints: string[] = [];
  const expected: RegExp[] = [MISSING_PAGE];
  return {
    expect: (pattern) => void expected.push(pattern),
    watch(context, who) {
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        complaints.push(`${who}: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (failure) =>
        // The stack of an error without frames is empty.
        complaints.push(`${who}: ${failure.error().stack || failure.error().message}`),
      );
    },
    unexpected: () => complaints.filter((text) => !expected.some((pattern) => pattern.test(text))),
  };
}
