import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/face.ts';
import { closesEveryWay } from './harness/dialogs.ts';
import { alert, button, card, dialog, field, heading, link, menuItem, named, region } from './harness/find.ts';
import { expectFocus } from './harness/focus.ts';
import { holdRequests } from './harness/holdBack.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { NETWORK_GONE, PHONE, setStage } from './harness/stage.ts';

/** Grey rows in place of people who are being searched, and CSS pixels of one at most. */
const SEARCHED_ROWS = 3;
const ROW_MAX_PX = 64;

let ann: Member;
let ben: Member;
let cat: Member;

const stage = setStage(async (server) => {
  [ann, ben, cat] = await Promise.all([
    makeMember(server, 'Ann Able'),
    makeMember(server, 'Ben Baker'),
    makeMember(server, 'Cat Cole'),
  ]);
});

const question = (page: Page) => dialog(page, 'Start Conversation?');
const composer = (page: Page) => region(page, 'Write a message');
const writingTo = (page: Page, name: string) => field(page, `Message to ${name}`);

it(
  '[PROF-07] [PROF-08] [CHAT-14] [CHAT-15] [CHAT-16] [FEED-16 in part] [FEED-19] a post, its menu and a profile lead to the one conversation of two, after a question',
  stage.scene(async ({ open }) => {
    await ann.post('A kettle to talk about');
    const page = await open(ben);
    const chat = `/messages/${chatIdOf(ann.userId, ben.userId)}`;
    const kettle = () => card(page, 'A kettle to talk about');
    await button(kettle(), 'Send Message').click();
    await button(question(page), 'Cancel').click();
    await gone(question(page));
    await button(kettle(), 'Post options').click();
    await menuItem(page, 'Send Message').click();
    await button(question(page), 'Start Conversation').click();
    await alerted(page, 'New Conversation Started', 'success');
    await at(page, chat);
    await seen(writingTo(page, 'Ann A.'));
    // One writes at once, and the first words are about the post, as the other one can see.
    await expectFocus(page, 'the conversation is begun', 'textarea Message to Ann A.');
    await seen(link(composer(page), 'A kettle to talk about'));
    for (const words of ['Does it whistle?', 'And is it red?']) {
      await writingTo(page, 'Ann A.').fill(words);
      await writingTo(page, 'Ann A.').press('Enter');
      await gone(link(composer(page), 'A kettle to talk about'));
    }

    // The other one finds the same one, by the profile, and nothing new is said to have begun.
    const other = await open(ann, { path: '/benbaker' });
    await button(other, 'Send Message').click();
    await button(question(other), 'Start Conversation').click();
    await at(other, chat);
    await seen(writingTo(other, 'Ben B.'));
    const said = (words: string) => other.getByRole('article').filter({ hasText: words });
    await seen(link(said('Does it whistle?'), 'A kettle to talk about'));
    await seen(said('And is it red?'));
    expect(await said('And is it red?').getByRole('link').count()).toBe(0);
    expect(await composer(other).getByRole('link').count()).toBe(0);
    expect(await alert(other, 'New Conversation Started').count()).toBe(0);

    // Nobody writes to oneself.
    await other.goto(new URL('/annable', other.url()).href);
    await seen(link(other, 'Edit Profile'));
    expect(await button(other, 'Send Message').count()).toBe(0);
    expect(await button(card(other, 'A kettle to talk about'), 'Send Message').count()).toBe(0);
  }),
);

it(
  '[CHAT-02] [CHAT-13] [CHAT-16 in part] [CHAT-23] [CHAT-25] people of the campus are searched by name; Next asks for one',
  stage.scene(async ({ open, server }) => {
    await makeMember(server, 'Cat Stanford', { campus: 'stanford' });
    const page = await open(ben, { path: '/messages/new' });
    await at(page, '/messages');
    const box = dialog(page, 'New Message');
    const field = box.getByPlaceholder("Try searching someone's name . . .", { exact: true });
    await field.press('Enter');
    await alerted(page, 'Please select a user!', 'danger');
    await field.fill('zzyzx');
    await seesText(box, 'No Users');
    // Never oneself (CHAT-16).
    const asked = page.waitForResponse(/\/api\/search\?.*benbaker/);
    await field.fill('benbaker');
    expect((await (await asked).json()).hits).toHaveLength(1);
    await seesText(box, 'No Users');
    expect(await box.getByRole('button', { name: /^Ben B\./ }).count()).toBe(0);
    await field.fill('cat');
    const found = named(box, 'list', 'People').getByRole('button');
    await seen(found);
    expect(await found.allInnerTexts()).toEqual(['Cat C.\n@catcole']);
    // By keyboard alone: down to the person, Enter chooses, Enter goes on.
    await field.press('ArrowDown');
    await found.press('Enter');
    expect(await found.getAttribute('aria-pressed')).toBe('true');
    await found.press('Enter');
    await button(question(page), 'Start Conversation').click();
    await alerted(page, 'New Conversation Started', 'success');
    await at(page, `/messages/${chatIdOf(ben.userId, cat.userId)}`);

    // The question takes the window's place, and returns the focus to what opened the window (SHEL-12).
    await button(page, 'New message').click();
    await field.fill('cat');
    await found.click();
    await button(box, 'Next').click();
    await button(question(page), 'Cancel').click();
    await gone(question(page));
    await expectFocus(page, 'the question after a window', 'button New message');

    const phone = await open(ben, { path: '/create/message', screen: PHONE });
    await seen(dialog(phone, 'New Message'));
    await at(phone, '/create/message');
    await phone.goto(new URL('/messages/new', phone.url()).href);
    await seen(dialog(phone, 'New Message'));
    await at(phone, '/messages/new');
    await button(phone, 'Next').click();
    await alerted(phone, 'Please select a user!', 'danger');
  }),
);

it(
  '[SHEL-08] on a phone the windows of writing are pages that name where they lead back to; elsewhere their addresses lead to their place',
  stage.scene(async ({ open }) => {
    const post = await ann.post('A gong to share');
    await ben.give('StartChat', { userId: ann.userId });
    const phone = await open(ben, { screen: PHONE });
    const gong = card(phone, 'A gong to share');
    await button(gong, 'Share').click();
    await button(dialog(phone, 'Share'), 'Direct message').click();
    await at(phone, `/create/message?goBack=home&post=${post}`);
    await seen(dialog(phone, 'New Message'));
    await phone.goBack();
    await at(phone, '/home');
    await phone.goto(new URL(`/create/message?goBack=detail&post=${post}`, phone.url()).href);
    const box = dialog(phone, 'New Message');
    await box.getByPlaceholder("Try searching someone's name . . .", { exact: true }).fill('ann');
    await box.getByRole('button', { name: /^Ann A\./ }).click();
    await button(box, 'Next').click();
    await at(phone, `/messages/${chatIdOf(ann.userId, ben.userId)}`);
    await seen(link(phone.getByRole('log'), 'A gong to share'));
    await phone.goto(new URL('/messages', phone.url()).href);
    await link(phone, 'New message').click();
    await at(phone, '/messages/new?goBack=messages');
    await phone.goto(new URL('/home', phone.url()).href);
    await button(phone, 'Add post').click();
    await at(phone, '/create/post?goBack=home');
    await phone.goto(new URL(`/post/${post}`, phone.url()).href);
    await card(phone, 'A gong to share')
      .getByRole('button', { name: /^Comment/ })
      .click();
    await at(phone, `/create/comment/${post}`);

    const page = await open(ben, { path: `/create/message?goBack=detail&post=${post}` });
    await at(page, '/messages');
    await seen(dialog(page, 'New Message'));
    await page.goto(new URL(`/create/comment/${post}`, page.url()).href);
    await at(page, `/post/${post}`);
    await page.goto(new URL('/create/categories', page.url()).href);
    await seen(dialog(page, 'Create Post'));
    await at(page, '/create/post');
  }),
);

it(
  '[CHAT-13 in part] who is chosen stays so while people are searched, and Next goes on with them',
  stage.scene(async ({ open }) => {
    await ben.give('StartChat', { userId: ann.userId });
    const post = await ann.post('A bell to share');
    const page = await open(ben, { screen: PHONE, path: null });
    const search = await holdRequests(page, /\/api\/search\?/);
    await page.goto(`${stage.server.origin()}/create/message?goBack=detail&post=${post}`);
    const box = dialog(page, 'New Message');
    const person = box.getByRole('button', { name: /^Ann A\./ });
    await person.click();
    await seen(box.locator('button[aria-pressed="true"]'));
    await box.getByPlaceholder("Try searching someone's name . . .", { exact: true }).fill('ann');
    await search.asked;
    await seen(named(box, 'status', 'Searching people'));
    await button(box, 'Next').click();
    await at(page, `/messages/${chatIdOf(ann.userId, ben.userId)}`);
    await seen(link(page.getByRole('log'), 'A bell to share'));
    search.release();
  }),
);

it(
  '[POST-22] [SAVE-05] a post is shared in the conversation that stands, or in a new one; who saved it can be written to',
  stage.scene(async ({ open, server }) => {
    const post = await ann.post('A sled to share');
    await cat.save(post);
    await ben.give('StartChat', { userId: cat.userId });
    const page = await open(ben, { path: `/post/${post}` });
    await button(card(page, 'A sled to share'), 'Share').click();
    await button(dialog(page, 'Share'), 'Direct message').click();
    const box = dialog(page, 'New Message');
    await box.getByRole('button', { name: /^Cat C\./ }).click();
    await button(box, 'Next').click();
    await at(page, `/messages/${chatIdOf(ben.userId, cat.userId)}`);
    await seen(page.getByRole('log').getByText('A sled to share'));

    // With somebody else a conversation begins, with the post in it; once it is deleted, both say so.
    const eve = await makeMember(server, 'Eve Early');
    await page.goto(new URL(`/post/${post}`, page.url()).href);
    await button(card(page, 'A sled to share'), 'Share').click();
    await button(dialog(page, 'Share'), 'Direct message').click();
    await box.getByPlaceholder("Try searching someone's name . . .", { exact: true }).fill('eve');
    await box.getByRole('button', { name: /^Eve E\./ }).click();
    await button(box, 'Next').click();
    await button(question(page), 'Start Conversation').click();
    await at(page, `/messages/${chatIdOf(ben.userId, eve.userId)}`);
    await seen(link(page.getByRole('log'), 'A sled to share'));
    const other = await open(eve, { path: `/messages/${chatIdOf(ben.userId, eve.userId)}` });
    await seen(link(other.getByRole('log'), 'A sled to share'));

    await page.goto(new URL(`/post/${post}/likes`, page.url()).href);
    await button(page, 'Message Cat C.').click();
    await seen(question(page));
    await ann.give('DeletePost', { postId: post });
    await seesText(other.getByRole('log'), '* Post deleted **');
  }),
);

it(
  '[AUTH-32 in part] [VERF-18] [PROF-08 in part] [CHAT-17] [GUARD-01 in part] [GUARD-03] visitors are asked to sign in, and people without a school to verify one',
  stage.scene(async ({ open, server }) => {
    await ann.post('A rug to ask about');
    const visitor = await open(null);
    await button(card(visitor, 'A rug to ask about'), 'Send Message').click();
    await seen(dialog(visitor, 'Send a message'));
    // The profile asks the same, and says what for; it is of one without posts, who has no other button of this name.
    await visitor.goto(new URL('/catcole', visitor.url()).href);
    await button(visitor, 'Send Message').click();
    const invitation = await seen(dialog(visitor, 'Send a message'));
    await seesText(invitation, 'Log in or sign up to ask sellers, agree on a price and a place to meet.');
    const dan = await makeMember(server, 'Dan Dole', { stage: 'confirmed' });
    const page = await open(dan);
    await button(card(page, 'A rug to ask about'), 'Send Message').click();
    await link(await seen(dialog(page, 'Verify your school email')), 'Verify school email').click();
    await at(page, '/settings/account/school_email');
    await page.goto(new URL('/messages/new', page.url()).href);
    await seen(dialog(page, 'Verify your school email'));
  }),
);

it(
  '[SHEL-12 in part] the dialogs of conversations are closed in every way, and give the focus back',
  stage.scene(async ({ open }) => {
    await ann.post('A scarf to ask about');
    await cat.give('StartChat', { userId: ann.userId });
    const page = await open(cat);
    const scarf = card(page, 'A scarf to ask about');
    await closesEveryWay(page, 'start a conversation', {
      title: 'Start Conversation?',
      opener: button(scarf, 'Send Message'),
    });
    await page.goto(new URL(`/messages/${chatIdOf(ann.userId, cat.userId)}`, page.url()).href);
    await closesEveryWay(page, 'new message', { title: 'New Message', opener: button(page, 'New message') });
    const options = button(page, 'Conversation options');
    await closesEveryWay(page, 'delete conversation', {
      title: 'Delete Conversation?',
      opener: options,
      open: async () => {
        await options.click();
        await menuItem(page, 'Delete conversation').click();
      },
    });
  }),
);

it(
  '[CHAT-01 in part] a conversation without a message says so in the list, and has its name at once while it is fetched',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const [dan, eve] = await Promise.all([makeMember(server, 'Dan Dale'), makeMember(server, 'Eve East')]);
    await dan.give('StartChat', { userId: eve.userId });
    const page = await open(eve, { path: '/messages' });
    const row = named(page, 'list', 'Conversations').getByRole('link');
    await seesText(row, 'No messages yet');
    await page.context().setOffline(true);
    await seesText(page, 'Offline: your actions will be sent');
    await row.click();
    await at(page, `/messages/${chatIdOf(dan.userId, eve.userId)}`);
    await seesText(page, 'You are offline');
    await seen(heading(page, 'Dan D.'));
    await page.context().setOffline(false);
    await seen(writingTo(page, 'Dan D.'));
  }),
);

it(
  '[CHAT-13 in part] while people are searched the window is as high as their rows',
  stage.scene(async ({ open }) => {
    const page = await open(ben, { path: '/messages/new' });
    const box = dialog(page, 'New Message');
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/search\?/, async (route) => {
      await asked;
      await route.continue();
    });
    await named(box, 'searchbox', 'To').fill('cat');
    const bones = await seen(named(box, 'status', 'Searching people'));
    expect((await bones.boundingBox())?.height).toBeLessThanOrEqual(SEARCHED_ROWS * ROW_MAX_PX);
    answer();
    await seen(box.getByRole('button', { name: /^Cat C\./ }));
  }),
);
