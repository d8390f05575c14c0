import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { settle } from './look.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA and everything below it. */
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const GRAVE = ['serious', 'critical'];

/** The rules about colours: another colour scheme does not affect the others. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Fails on every serious or critical finding of axe on the present page; names the rule and the elements.
 *
 * @param rules `colours`: the other rules were checked already, in another colour scheme
 */
export async function expectAccessible(page: Page, what: string, rules: 'all' | 'colours' = 'all'): Promise<void> {
  await settle(page);
  // Injected by the debugger, because the page's content security policy allows no script, and must stay unchanged.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        runOnly,
        resultTypes: ['violations'],
      }),
    rules === 'all' ? { type: 'tag', values: STANDARDS } : { type: 'rule', values: COLOUR_RULES },
  );
  const grave = violations
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .map(({ id, help, nodes }) => ({
      what,
      rule: `${id}: ${help}`,
      elements: nodes.slice(0, 4).map((node) => `${node.html.slice(0, 160)} — ${node.failureSummary?.slice(0, 300)}`),
    }));
  expect(grave).toEqual([]);
}

/** The same, light and dark. */
export async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, `${what}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, `${what}, light`, 'colours');
}
