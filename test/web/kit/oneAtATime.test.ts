import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { oneAtATime } from '#web/kit/oneAtATime.ts';

const WEB = join(import.meta.dirname, '../../../web');
/** The one place that may have a form of its own: all others are made of it. */
const FORM = 'kit/Form.tsx';
/** A press whose promise is thrown away: the button can't know that it is under way. */
const FORGOTTEN = /\bon(?:Click|Confirm|Submit|Send)=\{\(\w*\) => void /;

describe('a press', () => {
  it('[SHEL-13 in part] does nothing while what it began is under way, and acts again when that is over or has failed', async () => {
    const run = oneAtATime();
    const begun: PromiseWithResolvers<void>[] = [];
    const press = () =>
      run(() => {
        begun.push(Promise.withResolvers<void>());
        return begun.at(-1)?.promise.catch(() => undefined);
      });
    press();
    press();
    expect(begun).toHaveLength(1);
    begun[0]?.resolve();
    await new Promise(setImmediate);
    press();
    press();
    expect(begun).toHaveLength(2);
    begun[1]?.reject(new Error('refused'));
    await new Promise(setImmediate);
    press();
    expect(begun).toHaveLength(3);
  });

  it('that begins nothing acts each time', () => {
    const run = oneAtATime();
    let count = 0;
    const act = () => {
      count += 1;
    };
    for (let n = 0; n < 3; n += 1) run(act);
    expect(count).toBe(3);
  });

  it('[SHEL-13 in part] is guarded in every form of the product, and in every button that sends', () => {
    const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
    expect(sources.length).toBeGreaterThan(100);
    const unguarded = sources.filter((file) => {
      const text = readFileSync(join(WEB, file), 'utf8');
      return (file !== FORM && /<form\b/.test(text)) || FORGOTTEN.test(text);
    });
    expect(unguarded).toEqual([]);
  });
});
