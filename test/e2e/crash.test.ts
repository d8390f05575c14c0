import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { IMAGES_DELETED_WITHIN_MS } from '#server/post/undeletedImages.ts';
import { codeFetched, outboxEmpty } from './harness/browserStore.ts';
import { choose, confirmDeletion, writeComment, writePost } from './harness/compose.ts';
import { eventually } from './harness/eventually.ts';
import { accountMenu, action, alert, button, card, dialog, heading, link, named, region } from './harness/find.ts';
import { alerted, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { pictures } from './harness/pictures.ts';
import { NETWORK_GONE, setStage } from './harness/stage.ts';

let ann: Member;
let ben: Member;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
});

it(
  '[P1] [P2] [P7] kill -9 in the middle: both browsers reconnect by themselves, nothing is lost and nothing doubled',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const id = await ben.post('A rug from before the fall');
    const [a, b] = await Promise.all([open(ann), open(ben, { path: `/post/${id}` })]);
    await seen(card(a, 'A rug from before the fall'));
    await Promise.all([codeFetched(a), codeFetched(b)]);

    // A command acknowledged just before survives; one pressed at that very moment is sent again.
    await (await writePost(a, 'Acknowledged just before')).click();
    await alerted(a, 'Posted! Your post was sent.');
    const pressed = await writePost(a, 'Pressed while it fell', await pictures(2));
    await Promise.all([pressed.click(), server.kill()]);

    await Promise.all([seesText(a, 'Reconnecting…'), seesText(b, 'Reconnecting…')]);
    await gone(dialog(a, 'Create Post'));
    await seesText(card(a, 'Pressed while it fell'), 'Waiting for connection');
    await (await writeComment(b, 'Written while it was down')).click();
    await seesText(card(region(b, 'Comments'), 'Written while it was down'), 'Waiting for connection');
    await action(card(a, 'A rug from before the fall'), 'Save').click();

    await server.start();
    await Promise.all([gone(a.getByText('Reconnecting…')), gone(b.getByText('Reconnecting…'))]);
    await gone(a.getByText(/^(Sending…|Waiting for connection)$/));
    await gone(b.getByText(/^(Sending…|Waiting for connection)$/));
    await seen(card(a, 'A rug from before the fall').getByTitle('1 comment', { exact: true }));
    await seen(b.getByTitle(/^Saved by 1\./));

    const fresh = await open(null);
    for (const page of [a, fresh]) {
      await page.goto(`${server.origin()}/home`);
      for (const text of ['Acknowledged just before', 'Pressed while it fell', 'A rug from before the fall']) {
        await seen(card(page, text));
        expect({ text, times: await card(page, text).count() }).toEqual({ text, times: 1 });
      }
      await seen(card(page, 'A rug').getByTitle('1 comment', { exact: true }));
      await seen(card(page, 'A rug').getByTitle(/^Saved by 1\./));
      await seen(named(card(page, 'Pressed while it fell'), 'img', 'Photo 2 of 2 by Ann A.'));
    }
  }),
);

it(
  '[AUTH-31] a restart logs nobody out, and what could not be loaded meanwhile comes with Retry',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    await ben.post('A stool to come back to');
    const a = await open(ann);
    await seen(card(a, 'A stool to come back to'));
    await codeFetched(a);
    await server.kill();
    await seesText(a, 'Reconnecting…');
    // The page does not have Ben's profile yet, and no server can be asked.
    await link(card(a, 'A stool to come back to'), 'Ben B.').click();
    await seen(heading(a, 'Something went wrong'));
    await server.start();
    await button(a, 'Retry').click();
    await seesText(a, '@benbaker');

    await a.goto(`${server.origin()}/saved`);
    await seen(heading(a, 'Saved'));
    await seen(accountMenu(a).filter({ hasText: 'Ann A.' }));
  }),
);

it(
  '[POST-18] pictures that resist their deletion for 10 minutes are reported to the author, live and once (D29)',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const cal = await makeMember(server, 'Cal Cole');
    const id = await cal.post('A mirror without a scratch', await pictures(1));
    const folder = join(server.dataDir, 'media', 'posts', id);
    // A real fault: a folder where a file is to be deleted.
    const resisting = join(folder, `${readdirSync(folder)[0]?.split('.')[0]}-resists`);
    mkdirSync(resisting);
    const page = await open(cal);
    await choose(page, card(page, 'A mirror without a scratch'), 'Post options', 'Delete');
    await confirmDeletion(page, 'post');
    await outboxEmpty(page);

    const refused = "Couldn't delete post images";
    await server.kill();
    await server.start({ clockAheadMs: IMAGES_DELETED_WITHIN_MS, isTroubled: true });
    await alerted(page, refused);
    await seen(page.locator('[class*="danger"]').filter({ hasText: refused }));
    await page.reload();
    await seen(accountMenu(page).filter({ hasText: 'Cal C.' }));
    expect(await alert(page, refused).count()).toBe(0);

    // It has gone on trying, and does over a restart.
    await server.kill();
    rmSync(resisting, { recursive: true });
    await server.start();
    await eventually('the pictures are gone', async () => (existsSync(folder) ? undefined : true));
  }),
);
