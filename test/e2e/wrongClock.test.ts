import { it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPost, writeComment } from './harness/compose.ts';
import { button, card, region } from './harness/find.ts';
import { gone, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { NETWORK_GONE, setStage } from './harness/stage.ts';

const HOUR_MS = 3_600_000;

let ann: Member;
let ben: Member;
const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
});

/** A device whose clock is wrong from the start. */
async function setClock(page: Page, aheadMs: number): Promise<void> {
  await page.addInitScript((ahead) => {
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given: [] | [number]) {
        super(...((given.length === 0 ? [Right.now() + ahead] : given) as [number]));
      }
      static override now = () => Right.now() + ahead;
    } as DateConstructor;
    const origin = performance.timeOrigin + ahead;
    Object.defineProperty(performance, 'timeOrigin', { get: () => origin });
  }, aheadMs);
}

it(
  'on a device whose clock is two days ahead, ages are by the server’s clock: of what came with the page, came live, and waits to be sent',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await stage.lay();
    const page = await open(ann, { network, path: null });
    await setClock(page, 48 * HOUR_MS);
    await ben.post('A first lamp');
    await page.goto(`${network.origin()}/home`);
    const lamp = card(page, 'A first lamp');
    await seesText(lamp, 'a moment ago');
    await ben.post('A live lamp');
    await seesText(card(page, 'A live lamp'), 'a moment ago');

    await openPost(page, lamp);
    const send = await writeComment(page, 'Is it there?');
    await network.cut(page);
    await send.click();
    const waiting = region(page, 'Not sent yet');
    await button(waiting, '1 action waits to be sent').click();
    await seesText(waiting.getByRole('listitem'), 'a moment ago');
    await network.mend(page);
    await gone(waiting);
    await seesText(card(region(page, 'Comments'), 'Is it there?'), 'a moment ago');
  }),
);
