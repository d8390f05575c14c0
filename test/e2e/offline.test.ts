import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { edgeRefusal } from '#server/kernel/refusal.ts';
import { codeFetched, draftStored, NO_DRAFT } from './harness/browserStore.ts';
import { choose, openComposer, openPost, writeComment, writePost } from './harness/compose.ts';
import { closesEveryWay } from './harness/dialogs.ts';
import { eventually } from './harness/eventually.ts';
import { action, alert, button, card, dialog, field, link, named, region } from './harness/find.ts';
import { holdRequests } from './harness/holdBack.ts';
import { alerted, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { picture, pictures } from './harness/pictures.ts';
import { NETWORK_GONE, PHONE, setStage } from './harness/stage.ts';

let ann: Member;
let ben: Member;
let lamp: string;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
  lamp = await ben.post('A lamp that was there before');
});
const { lay } = stage;

const drawn = (page: Page, text: string) =>
  card(page, text)
    .getByRole('img', { name: /Photo \d of 2/ })
    .evaluateAll((all) => all.filter((photo) => (photo as HTMLImageElement).naturalWidth > 0).length);

it(
  '[P2] [POST-16] [POST-11 in part] a post with two pictures, written offline, survives a reload and lands once when the network is back',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay();
    const [a, b] = await Promise.all([open(ann, { network }), open(ben)]);
    await seen(card(a, 'A lamp that was there before'));
    await codeFetched(a);
    await network.cut(a);
    await seesText(a, 'Offline: your actions will be sent');

    await (await writePost(a, 'Written in the tunnel', await pictures(2))).click();
    await gone(dialog(a, 'Create Post'));
    const waiting = await seen(card(a, 'Written in the tunnel'));
    await seesText(waiting, 'Waiting for connection');
    expect(await alert(a, 'Posted! Your post was sent.').count()).toBe(0);
    expect(await drawn(a, 'Written in the tunnel')).toBe(2);
    await seesText(region(a, 'Not sent yet'), '1 action waits to be sent');

    // No server can answer a reload; the text survives it nevertheless.
    await expect(a.reload()).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
    expect(await card(b, 'Written in the tunnel').count()).toBe(0);
    await network.mend(a);
    await a.reload();

    // Not before it is acknowledged, and by a page that was loaded after it was written (D11).
    await alerted(a, 'Posted! Your post was sent.');
    const arrived = await seen(card(b, 'Written in the tunnel'));
    await seen(named(arrived, 'img', 'Photo 2 of 2 by Ann A.'));
    await seen(card(a, 'Written in the tunnel'));
    await gone(card(a, 'Written in the tunnel').getByText(/^(Sending…|Waiting for connection)$/));
    await gone(region(a, 'Not sent yet'));
    for (const page of [a, b]) {
      await page.reload();
      await seen(card(page, 'A lamp that was there before'));
      expect(await card(page, 'Written in the tunnel').count()).toBe(1);
    }
  }),
);

it(
  '[SAVE-04] [COMM-08] [COMM-10] offline actions show at once, come back to the truth, and reach the others',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay();
    const [a, b, thread] = await Promise.all([
      open(ann, { network }),
      open(ben),
      open(null, { path: `/post/${lamp}` }),
    ]);
    await seen(card(a, 'A lamp that was there before'));
    await codeFetched(a);
    await network.cut(a);
    await seesText(a, 'Offline: your actions will be sent');
    await action(card(a, 'A lamp that was there before'), 'Save').click();
    await seen(card(a, 'A lamp that was there before').getByTitle(/^Saved by 1\./));
    await seen(card(b, 'A lamp that was there before').getByTitle(/^Nobody has saved this yet\./));
    await openPost(a, card(a, 'A lamp that was there before'));
    await (await writeComment(a, 'Is the lamp still there?')).click();
    const written = await seen(card(region(a, 'Comments'), 'Is the lamp still there?'));
    await seesText(written, 'Waiting for connection');
    await ben.comment(lamp, 'A comment that the tunnel kept away');
    await seen(card(thread, 'A comment that the tunnel kept away'));
    expect(await card(thread, 'Is the lamp still there?').count()).toBe(0);
    expect(await card(a, 'A comment that the tunnel kept away').count()).toBe(0);
    await ben.post('News that the tunnel kept away');
    await seen(card(b, 'News that the tunnel kept away'));
    expect(await card(a, 'News that the tunnel kept away').count()).toBe(0);

    await network.mend(a);
    await alerted(a, 'Your reply was sent');
    await seen(card(b, 'A lamp that was there before').getByTitle(/^Saved by 1\./));
    // Both threads hold the same two comments in the same order, which is that of the log.
    await seen(card(thread, 'Is the lamp still there?'));
    await seen(card(a, 'A comment that the tunnel kept away'));
    await gone(written.getByText(/^(Sending…|Waiting for connection)$/));
    const order = (page: Page) => region(page, 'Comments').getByRole('article').allTextContents();
    const words = async (page: Page) => (await order(page)).map((text) => /tunnel|still there/.exec(text)?.[0]);
    expect(await words(a)).toEqual(await words(thread));
    expect((await words(a)).length).toBe(2);
    await button(a, 'Back').click();
    await seen(card(a, 'News that the tunnel kept away'));
    await gone(a.getByText('Offline: your actions will be sent'));
  }),
);

it(
  '[COMM-08 in part] a post that is written, opened and commented on offline keeps its comments when the network is back',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay();
    const [a, b] = await Promise.all([open(ann, { network }), open(ben)]);
    await seen(card(a, 'A lamp that was there before'));
    await codeFetched(a);
    await network.cut(a);
    await (await writePost(a, 'A tent in the tunnel', await pictures(1))).click();
    await openPost(a, await seen(card(a, 'A tent in the tunnel')));
    await (await writeComment(a, 'It is dry in there')).click();
    const written = await seen(card(region(a, 'Comments'), 'It is dry in there'));
    await network.mend(a);
    await alerted(a, 'Your reply was sent');
    await gone(written.getByText(/^(Sending…|Waiting for connection)$/));
    await seen(card(b, 'A tent in the tunnel').getByTitle('1 comment', { exact: true }));
    await seen(written);
    expect(await a.getByText('Something went wrong').count()).toBe(0);
  }),
);

it(
  '[PROF-15] [PROF-16] a profile that is set up offline is finished offline, and is sent when the network is back',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay();
    const ida = await makeMember(server, 'Ida Iceland', { stage: 'joined' });
    const [a, b] = await Promise.all([open(ida, { network, path: '/profile' }), open(ben, { path: '/idaiceland' })]);
    await link(a, 'Set up profile').click();
    const wizard = await seen(dialog(a, 'Set up your profile'));
    await codeFetched(a);
    await network.cut(a);
    await wizard.locator('input[type="file"]').setInputFiles(await picture(5));
    await button(wizard, 'Next').click();
    await field(wizard, 'Bio').fill('Written on ice.');
    await button(wizard, 'Save').click();
    await button(wizard, 'Next').click();
    await button(wizard, 'Back to Profile').click();
    await gone(wizard);
    // The page below has never left: it names the tab again (SHEL-17).
    await eventually('the tab is named anew', async () => (await a.title()) === 'Ida I. · OU Quad' || undefined);
    await seesText(a, 'Written on ice.');
    // Waiting actions can be looked at, and taken out before it is sent, which can be undone.
    const waiting = region(a, 'Not sent yet');
    await button(waiting, '2 actions wait to be sent').click();
    const list = waiting.getByRole('listitem');
    await seesText(list.first(), 'Your profile picture');
    await seesText(list.last(), 'Your bio');
    await seesText(list.last(), 'a moment ago');
    await button(list.last(), 'Discard: Your bio').click();
    await seen(button(waiting, '1 action waits to be sent'));
    await gone(a.getByText('Written on ice.'));
    await button(a, 'Undo').click();
    await seesText(a, 'Written on ice.');
    await button(waiting, '2 actions wait to be sent').click();
    await gone(list);
    await network.mend(a);
    await seesText(b, 'Written on ice.');
    await seen(b.locator(`main img[src*="/images/profilePics/${ida.userId}/"]`));
    await gone(region(a, 'Not sent yet'));
  }),
);

it(
  'what this device can’t keep while it waits is said to be so, and sent when the network is back',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await lay();
    const [a, b] = await Promise.all([open(ann, { network }), open(ben)]);
    await seen(card(a, 'A lamp that was there before'));
    await codeFetched(a);
    await network.cut(a);
    await a.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('There is no room.', 'QuotaExceededError');
      };
    });
    await (await writePost(a, 'Kept by this page alone')).click();
    const waiting = await seen(card(a, 'Kept by this page alone'));
    await seesText(waiting, 'Not saved on this device: keep this page open until it is sent');
    await seesText(
      a.getByRole('alert'),
      'What waits is not saved on this device. Keep this page open until it is sent.',
    );
    await network.mend(a);
    await seen(card(b, 'Kept by this page alone'));
    await gone(waiting.getByText(/^Not saved on this device/));
  }),
);

it(
  '[COMM-03 in part] a post with comments that is first opened offline is not said to have none, and shows them afterwards',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const id = await ann.post('A piano that was asked about');
    await ben.comment(id, 'Is it in tune?');
    const network = await lay();
    const page = await open(ann, { network });
    const post = await seen(card(page, 'A piano that was asked about'));
    await codeFetched(page);
    await network.cut(page);
    await openPost(page, post);
    await seen(page.getByText('This page appears as soon as you are connected again.'));
    expect(await page.getByText('Be the first to comment').count()).toBe(0);
    await network.mend(page);
    await seen(card(region(page, 'Comments'), 'Is it in tune?'));
  }),
);

it(
  'on a phone nothing under the eye moves when the connection goes and comes; what waits covers no button',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const id = await ben.post('A sledge that many ask about');
    for (let n = 0; n < 12; n += 1) await ben.comment(id, `Question ${n}, and a few words more.`);
    const network = await lay();
    const page = await open(ann, { path: `/post/${id}`, screen: PHONE, network });
    const comments = region(page, 'Comments');
    const topOf = async (text: string) => Math.round((await (await seen(card(comments, text))).boundingBox())?.y ?? 0);
    await (await seen(card(comments, 'Question 7,'))).scrollIntoViewIfNeeded();
    await codeFetched(page);
    const before = await topOf('Question 6,');
    await network.cut(page);
    await seesText(page, 'Offline: your actions will be sent');
    expect(await topOf('Question 6,')).toBe(before);
    await network.mend(page);
    await gone(page.getByText('Offline: your actions will be sent'));
    expect(await topOf('Question 6,')).toBe(before);

    await network.cut(page);
    const write = button(page, 'Write a comment').last();
    await write.click();
    await (await seen(field(page, 'Comment'))).click();
    await page.keyboard.type('Asked in the tunnel');
    await button(page, 'Comment').click();
    const panel = await (await seen(region(page, 'Not sent yet'))).boundingBox();
    const bar = await (await seen(write)).boundingBox();
    expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }),
);

it(
  '[POST-14] the last letters before a reload are in the draft, too',
  stage.scene(async ({ open }) => {
    const page = await open(ben);
    await writePost(page, 'Typed to the last moment');
    await page.reload();
    await seesText(await seen(dialog(page, 'Create Post')), 'Typed to the last moment');
  }),
);

it(
  '[POST-14] a draft with its pictures survives a reload; Discard asks, and deletes it',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await writePost(page, 'Half a sentence', await pictures(2));
    await draftStored(page, 2);
    await page.reload();
    const composer = await seen(dialog(page, 'Create Post'));
    await seesText(composer, 'Half a sentence');
    await seen(named(composer, 'list', 'Chosen photos and videos').getByRole('listitem').nth(1));

    await page.keyboard.press('Escape');
    const question = await seen(dialog(page, 'Discard Post?'));
    await seesText(question, 'Are you sure? Your draft will not be saved.');
    await button(question, 'Keep Writing').click();
    await seesText(composer, 'Half a sentence');
    await button(composer, 'Close').click();
    await button(dialog(page, 'Discard Post?'), 'Discard').click();
    await gone(page.getByRole('dialog'));
    const next = await openComposer(page);
    expect(await next.getByText('Half a sentence').count()).toBe(0);
    expect(await named(next, 'list', 'Chosen photos and videos').count()).toBe(0);
  }),
);

it(
  'a post that is refused after its composer has closed is taken back into it, with its picture, and sent',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    expectErrors(/status of 422/);
    const network = await lay();
    const [a, b] = await Promise.all([open(ann, { network }), open(ben)]);
    await seen(card(a, 'A lamp that was there before'));
    await codeFetched(a);
    await network.cut(a);
    await seesText(a, 'Offline: your actions will be sent');
    await (await writePost(a, 'A clock that goes', await pictures(1))).click();
    await gone(dialog(a, 'Create Post'));

    const uploads = /\/api\/uploads\//;
    await a.route(uploads, (route) => route.fulfill({ status: 422, json: { error: edgeRefusal('UPLOAD_MISSING') } }));
    await network.mend(a);
    const panel = region(a, 'Not sent yet');
    await seesText(panel, '1 action was not sent');
    await a.unroute(uploads);
    await button(panel, 'Edit').click();
    const composer = await seen(dialog(a, 'Create Post'));
    await seesText(composer, 'A clock that goes');
    await seen(named(composer, 'list', 'Chosen photos and videos').getByRole('listitem'));
    await gone(panel);
    await seesText(composer, '17 / 500');
    await button(composer, 'Post').click();
    await seen(named(card(b, 'A clock that goes'), 'img', 'Photo by Ann A.'));
    expect(await card(b, 'A clock that goes').count()).toBe(1);
  }),
);

it(
  'a comment and an edit that are refused while nobody waits for them are opened again, with their pictures, and sent',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    expectErrors(/status of 422/);
    const stool = await ann.post('A stool with three legs');
    const network = await lay();
    const [a, b] = await Promise.all([
      open(ann, { network, path: `/post/${stool}` }),
      open(ben, { path: `/post/${stool}` }),
    ]);
    await seen(card(a, 'A stool with three legs'));
    await codeFetched(a);
    await network.cut(a);
    await seesText(a, 'Offline: your actions will be sent');
    await (await writeComment(a, 'It never wobbles', await pictures(1))).click();
    await choose(a, card(a, 'A stool with three legs'), 'Post options', 'Edit');
    const edit = await seen(dialog(a, 'Edit Post'));
    await edit.locator('input[type="file"]').setInputFiles(await pictures(1));
    await seen(named(edit, 'list', 'Chosen photos and videos').getByRole('listitem'));
    await button(edit, 'Save').click();
    await gone(edit);
    const uploads = /\/api\/uploads\//;
    await a.route(uploads, (route) => route.fulfill({ status: 422, json: { error: edgeRefusal('UPLOAD_MISSING') } }));
    await network.mend(a);
    const panel = region(a, 'Not sent yet');
    await seesText(panel, '2 actions were not sent');
    await a.unroute(uploads);
    for (const [title, submit] of [
      ['Your comment', 'Comment'],
      ['Your edit', 'Save'],
    ] as const) {
      await closesEveryWay(a, 'take back', { title, opener: button(panel, 'Edit').first() });
      await button(panel, 'Edit').first().click();
      const box = await seen(dialog(a, title));
      await seen(named(box, 'list', 'Chosen photos and videos').getByRole('listitem'));
      await button(box, submit).click();
      await gone(box);
    }
    await gone(panel);
    await seen(region(b, 'Comments').getByText('It never wobbles'));
    await seen(named(card(b, 'A stool with three legs'), 'img', 'Photo by Ann A.').first());
    expect(await b.getByText('It never wobbles').count()).toBe(1);
  }),
);

it(
  '[P2] a page that is reloaded while its pictures go up sends the post once, and shows it no more as a draft',
  stage.scene(async ({ open }) => {
    const [page, other] = await Promise.all([open(ann), open(ben)]);
    const held = await holdRequests(page, /\/api\/uploads\//);
    const post = await writePost(page, 'A frame that goes up', await pictures(1));
    await draftStored(page, 1);
    await post.click();
    await held.asked;
    await seen(page.getByText('Uploading Photos...'));
    await draftStored(page, NO_DRAFT);
    await page.reload();
    const composer = await seen(dialog(page, 'Create Post'));
    await seesText(composer, '0 / 500');
    expect(await composer.getByText('A frame that goes up').count()).toBe(0);
    held.release();
    await seen(named(card(other, 'A frame that goes up'), 'img', 'Photo by Ann A.'));
    expect(await card(other, 'A frame that goes up').count()).toBe(1);
  }),
);
