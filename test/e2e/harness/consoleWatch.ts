import type { BrowserContext } from 'playwright-core';

/** Listens to everything that a browser complains about. */
export interface ConsoleWatch {
  /** Complaints like this belong to what the scene does (a refused request, a cut network) and are let pass. */
  expect(pattern: RegExp): void;
  watch(context: BrowserContext, who: string): void;
  /** What was complained about and nobody expected. */
  unexpected(): readonly string[];
}

/** Makes a watch for one scene. */
export function createConsoleWatch(): ConsoleWatch {
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  return {
    expect: (pattern) => void expected.push(pattern),
    watch(context, who) {
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        complaints.push(`${who}: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (failure) =>
        complaints.push(`${who}: ${failure.error().stack ?? failure.error().message}`),
      );
    },
    unexpected: () => complaints.filter((text) => !expected.some((pattern) => pattern.test(text))),
  };
}
