import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const WEB = join(import.meta.dirname, '..', '..', '..', '..', 'web');

/** Draws a page later than its address changes: meanwhile one could press on the page before. */
const LATER = /\b(?:startTransition|useTransition|useDeferredValue|BrowserRouter|HistoryRouter|RouterProvider)\b/;
/** Changes the address past the router, or takes a step for which a press meanwhile does not wait. */
const PAST_THE_ROUTER = /\bhistory\.(?:go|back|forward|pushState|replaceState)\(/;

/** Files that change an entry of the browser's history themselves, each before anything can be pressed. */
const AT_THE_START = ['app/nameEntry.ts', 'campus/HandOverPage.tsx', 'kit/navigation/pageHistory.ts'];

const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(WEB, path), 'utf8') }));

describe('pages', () => {
  it('are drawn by one router, in the task that changes the address', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter(({ text }) => LATER.test(text)).map(({ path }) => path)).toEqual([]);
    expect(sources.find(({ path }) => path === 'app/PageRouter.tsx')?.text).toContain('useTransitions={false}');
  });

  it('are left by the router alone', () => {
    const others = sources.filter(({ path, text }) => PAST_THE_ROUTER.test(text) && !AT_THE_START.includes(path));
    expect(others.map(({ path }) => path)).toEqual([]);
  });
});
