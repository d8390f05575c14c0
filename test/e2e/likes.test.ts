import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { LIKED_BY_PAGE_PEOPLE, SAVED_PAGE_POSTS } from '#domain/save/limits.ts';
import { eventually } from './harness/eventually.ts';
import { action, alert, button, card, dialog, heading, named, region } from './harness/find.ts';
import { holdBack } from './harness/holdBack.ts';
import { alerted, expectNoSidewaysScroll, gone, seen, seesText, settle } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { NETWORK_GONE, PHONE, setStage } from './harness/stage.ts';

let ann: Member;
let ben: Member;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
});

it(
  '[SAVE-02] [AUTH-32 in part] a comment is liked and the like is taken back, counted live for everybody; visitors are asked in',
  stage.scene(async ({ open }) => {
    const id = await ann.post('A stool, and what is liked below it');
    const comment = await ben.comment(id, 'A fine stool.');
    const page = await open(ann, { path: `/post/${id}` });
    const other = await open(ann, { path: `/post/${id}`, screen: PHONE });
    const visitor = await open(null, { path: `/post/${id}` });
    const said = (each: Page) => card(region(each, 'Comments'), 'A fine stool.');

    // A post is saved; a comment is liked, and nothing else is said of it (Q40).
    await seen(said(page));
    expect(await button(said(page), 'Save').count()).toBe(0);
    await button(said(page), 'Like').click();
    await alerted(page, 'Reaction sent.', 'success');
    for (const each of [page, other]) await seen(button(said(each), 'Liked').and(each.locator('[aria-pressed=true]')));
    for (const each of [page, other, visitor]) await seen(said(each).getByTitle('Liked by 1', { exact: true }));
    await ben.give('LikeComment', { commentId: comment });
    await seen(said(visitor).getByTitle('Liked by 2', { exact: true }));
    await expectNoSidewaysScroll(other);

    await gone(alert(page, 'Reaction sent.'));
    await button(said(other), 'Liked').click();
    for (const each of [page, other]) await seen(button(said(each), 'Like').and(each.locator('[aria-pressed=false]')));
    await seen(said(visitor).getByTitle('Liked by 1', { exact: true }));
    expect(await alert(other, 'Reaction sent.').count()).toBe(0);

    await button(said(visitor), 'Like').click();
    await seen(dialog(visitor, 'Like this comment'));
  }),
);

it(
  '[SAVE-02 in part] a like shows at once, and "Reaction sent." comes when the server has taken it (Q40)',
  stage.scene(async ({ open }) => {
    const id = await ann.post('A bench, and what is liked below it');
    await ben.comment(id, 'A fine bench.');
    const page = await open(ann, { path: '/404' });
    const answers = await holdBack(page, '[{"ok":true,"position":"');
    await page.goto(new URL(`/post/${id}`, page.url()).href);
    const said = card(region(page, 'Comments'), 'A fine bench.');
    await button(said, 'Like').click();
    await seen(button(said, 'Liked'));
    await settle(page);
    expect(await alert(page, 'Reaction sent.').count()).toBe(0);
    answers.release();
    await alerted(page, 'Reaction sent.', 'success');
  }),
);

it(
  '[SAVE-05 in part] who saved a post is listed page by page, the latest first, to the end',
  stage.scene(async ({ open, server }) => {
    const post = await ann.post('A hammock that many want');
    const names = Array.from({ length: LIKED_BY_PAGE_PEOPLE + 3 }, (_, n) => `Fan ${String.fromCharCode(65 + n)}fan`);
    for (const name of names) await (await makeMember(server, name, { stage: 'confirmed' })).save(post);
    const page = await open(null, { path: `/post/${post}/likes`, screen: PHONE });
    const people = named(page, 'list', 'Liked by').getByRole('listitem');
    await seen(people.first());
    await eventually('all are listed', async () => {
      await page.mouse.wheel(0, PHONE.height);
      return (await people.count()) === names.length || undefined;
    });
    const listed = await people.allTextContents();
    const usernames = names.map((name) => `@${name.toLowerCase().replace(' ', '')}`);
    expect(listed.map((text) => /@\w+?(?=Message$|$)/.exec(text)?.[0])).toEqual(usernames.toReversed());
    await seesText(page, "You've reached the end.");
  }),
);

it(
  '[SAVE-06 in part] a list that was emptied elsewhere brings its next page by itself, and says that it is empty only once it is',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const ids: string[] = [];
    for (let n = 0; n <= SAVED_PAGE_POSTS; n += 1) {
      ids.push(await ann.post(`Saved for later, number ${n}.`));
      await ben.save(ids[n] ?? '');
    }
    const page = await open(ben, { path: '/saved' });
    await seen(card(page, `Saved for later, number ${SAVED_PAGE_POSTS}.`));
    // The other device takes all away while this one hears nothing: it learns of them at once, when nothing is left to scroll.
    await page.context().setOffline(true);
    await Promise.all(ids.slice(1).map((id) => ben.unsave(id)));
    await page.context().setOffline(false);
    await seen(card(page, 'Saved for later, number 0.'));
    await action(card(page, 'Saved for later, number 0.'), 'Saved!').click();
    await seen(heading(page, "You haven't liked any posts yet"));
  }),
);
