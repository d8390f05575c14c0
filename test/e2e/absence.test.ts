import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { codeFetched } from './harness/browserStore.ts';
import { alert, button, card, dialog, field, heading, link, menuItem, region } from './harness/find.ts';
import { alerted, at, gone, seen, seesText } from './harness/look.ts';
import { type Member, makeMember, PASSWORD, plainText } from './harness/member.ts';
import { layNetwork, type Network } from './harness/network.ts';
import { picture } from './harness/pictures.ts';
import { NETWORK_GONE, PHONE, REFUSED, setStage } from './harness/stage.ts';

let ann: Member;
const networks: Network[] = [];

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});
afterEach(async () => {
  for (const network of networks.splice(0)) await network.close();
});

const title = (page: Page, name: string) => seen(page.getByRole('heading', { level: 1, name, exact: true }));
const noProfile = (page: Page) => seen(heading(page, "This page doesn't exist"));

it(
  '[SAVE-02 in part] a profile is opened without a connection: it says so, and comes with the connection, as does the word that a post is saved',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const ola = await makeMember(server, 'Ola Offline');
    await ola.post('A kettle of Ola');
    const network = await layNetwork(server);
    networks.push(network);
    const page = await open(ann, { network });
    await seen(card(page, 'A kettle of Ola'));
    await codeFetched(page);
    await network.cut(page);
    await seesText(page, 'Offline: your actions will be sent');
    // The list of what waits covers a part of the page: the next page begins without it.
    await button(card(page, 'A kettle of Ola'), 'Save').click();
    const waiting = region(page, 'Not sent yet');
    await button(waiting, '1 action waits to be sent').click();
    await seen(waiting.getByRole('listitem'));
    // Nothing is saved yet, and nothing says so.
    expect(await alert(page, 'Post saved.').count()).toBe(0);
    await link(card(page, 'A kettle of Ola'), 'Ola O.').click();
    await at(page, '/olaoffline');
    await gone(waiting.getByRole('listitem'));
    await seen(button(waiting, '1 action waits to be sent'));
    await seen(heading(page, 'You are offline'));
    await network.mend(page);
    await alerted(page, 'Post saved.', 'success');
    await seesText(page, '@olaoffline');
    await seen(card(page, 'A kettle of Ola'));
    // Without a connection again, the profile that is there stays.
    await network.cut(page);
    await seesText(page, 'Offline: your actions will be sent');
    await seesText(page, '@olaoffline');
  }),
);

it(
  'the list of devices says that there is no connection, and appears when there is one',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const network = await layNetwork(server);
    networks.push(network);
    const page = await open(ann, { network, path: '/settings/account' });
    await seen(link(page, 'Devices'));
    await codeFetched(page);
    await network.cut(page);
    await seesText(page, 'Offline: your actions will be sent');
    await link(page, 'Devices').click();
    await seen(heading(page, 'You are offline'));
    await network.mend(page);
    await seesText(page, 'This device');
  }),
);

it(
  '[P10] an erased account is nobody to those who have its profile open, and to those who come; what they wrote is gone',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const era = await makeMember(server, 'Era Erased');
    await era.post('A vase of Era');
    const [page, visitor] = [
      await open(ann, { path: '/eraerased' }),
      await open(null, { path: '/eraerased?show=photos' }),
    ];
    await seen(card(page, 'A vase of Era'));
    await seesText(visitor, '@eraerased');
    await server.order('erase', { userId: era.userId });
    for (const each of [page, visitor]) {
      await noProfile(each);
      expect(await each.getByText(/Era|vase/).count()).toBe(0);
      await each.reload();
      await noProfile(each);
      expect(await each.title()).not.toContain('Era');
    }
  }),
);

it(
  'the profile of a banned person stays as it was for others; their own pages are a visitor’s',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const [bo, moderator] = [await makeMember(server, 'Bo Banned'), await makeMember(server, 'Mo Derator')];
    await server.order('moderator', { email: moderator.email, remove: false });
    await bo.post('A drum of Bo');
    const page = await open(ann, { path: '/bobanned' });
    const own = await open(bo, { path: '/profile' });
    await link(own, 'Edit Profile').waitFor();
    await moderator.give('BanPerson', { userId: bo.userId, reason: 'scam', note: '', about: bo.userId });
    // They read why, and are visitors behind it.
    await button(await seen(dialog(own, 'Account has been banned')), 'Close').click();
    await seen(link(own, 'Log In'));
    await at(own, '/home');
    await page.reload();
    await seesText(page, '@bobanned');
    await seen(card(page, 'A drum of Bo'));
    expect(await page.getByText(/banned/i).count()).toBe(await page.getByText(/bobanned|Bo Banned/i).count());
    // Their own profile is to them what it is to a visitor.
    await own.goto(`${server.origin()}/bobanned`);
    await seesText(own, '@bobanned');
    expect(await link(own, 'Edit Profile').count()).toBe(0);
  }),
);

it(
  '[CAMP-08] a person of a private campus is nobody to outsiders, from the moment when it closes, and is there again when it opens',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const pru = await makeMember(server, 'Pru Private', { campus: 'duke' });
    const peer = await makeMember(server, 'Pat Peer', { campus: 'duke' });
    const privacy = (is: 'private' | 'public') => server.order('privacy', { campus: 'duke', privacy: is });
    // From the site of another campus, where the page itself is open.
    const [page, visitor] = [await open(ann, { path: '/pruprivate' }), await open(null, { path: '/pruprivate' })];
    const member = await open(peer, { path: '/pruprivate' });
    for (const each of [page, visitor, member]) await seesText(each, '@pruprivate');
    await privacy('private');
    for (const each of [page, visitor]) {
      await noProfile(each);
      expect(await each.getByText(/Pru/).count()).toBe(0);
      await each.reload();
      await noProfile(each);
    }
    await seesText(member, '@pruprivate');
    await privacy('public');
    await page.reload();
    await seesText(page, '@pruprivate');
    expect(pru.campus).toBe('duke');
  }),
);

it(
  'an edit whose post is deleted elsewhere keeps what was typed, says so, and lets it be copied',
  stage.scene(async ({ open }) => {
    const post = await ann.post('A clock that stands still');
    const page = await open(ann, { path: '/profile' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(card(page, 'A clock that stands'), 'Post options').click();
    await menuItem(page, 'Edit').click();
    const edit = await seen(dialog(page, 'Edit Post'));
    await edit.getByRole('textbox').press('End');
    await page.keyboard.type(', but twice a day it is right');
    await ann.give('DeletePost', { postId: post });
    await seesText(edit, /^This post was deleted meanwhile/);
    await seesText(edit, 'A clock that stands still, but twice a day it is right');
    expect(await button(edit, 'Save').isDisabled()).toBe(true);
    await edit.getByRole('textbox').press('Control+Enter');
    await alerted(page, 'This post was deleted.');
    await button(edit, 'Copy text').click();
    await alerted(page, 'Copied to clipboard');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe('A clock that stands still, but twice a day it is right');
    await page.keyboard.press('Escape');
    await button(dialog(page, 'Discard changes?'), 'Discard').click();
    await gone(page.getByRole('dialog'));
  }),
);

it(
  'an edit of a post that is changed elsewhere says so before it takes its place, and the own save is no such change',
  stage.scene(async ({ open }) => {
    const postId = await ann.post('A drum without skin');
    const page = await open(ann, { path: '/profile' });
    const openEdit = async () => {
      await button(card(page, 'A drum'), 'Post options').click();
      await menuItem(page, 'Edit').click();
      return seen(dialog(page, 'Edit Post'));
    };
    const edit = await openEdit();
    await field(edit, 'Post').press('End');
    await page.keyboard.type(', and without sticks');
    expect(await edit.getByText(/changed elsewhere/).count()).toBe(0);
    const terms = { category: 'all', price: { cents: 1_500, orBestOffer: false }, condition: null };
    await ann.give('EditPost', { postId, text: plainText('A drum without skin'), media: [], ...terms });
    await seesText(edit, 'This post was changed elsewhere meanwhile. Save puts your version in its place.');
    await seesText(edit, 'A drum without skin, and without sticks');
    await page.keyboard.press('Escape');
    await button(dialog(page, 'Discard changes?'), 'Discard').click();
    await gone(page.getByRole('dialog'));
    await seesText(card(page, 'A drum'), '$15');

    await openEdit();
    const text = plainText('A drum without skin');
    await ann.give('EditPost', { postId, text, media: [await ann.upload(postId, await picture(4))], ...terms });
    await seesText(edit, 'This post was changed elsewhere meanwhile. Save puts your version in its place.');
    await page.keyboard.press('Escape');
    await gone(page.getByRole('dialog'));
    await seen(card(page, 'A drum').getByRole('img', { name: /photo/i }));

    await openEdit();
    await field(edit, 'Post').press('End');
    await page.keyboard.type(', with a stand');
    // Not for a moment either: what is saved is shown before the server has it.
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (/changed elsewhere/.test(document.body.textContent ?? '')) document.body.dataset.said = 'yes';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await edit.locator('input[type="file"]').setInputFiles([await picture(5)]);
    await seen(button(edit, 'Save').and(page.locator(':enabled')));
    await button(edit, 'Save').click();
    await alerted(page, 'Saved changes!');
    await seesText(card(page, 'A drum'), 'A drum without skin, with a stand');
    expect(await page.locator('body').getAttribute('data-said')).toBeNull();
  }),
);

it(
  'an edit lets go of a photo that was removed elsewhere: it says so, and the rest can be saved',
  stage.scene(async ({ open }) => {
    const postId = await ann.post('A harp with a case');
    const [one, two] = [await ann.upload(postId, await picture(6)), await ann.upload(postId, await picture(7))];
    const data = { postId, text: plainText('A harp with a case'), category: 'all', price: null, condition: null };
    await ann.give('EditPost', { ...data, media: [one, two] });
    const page = await open(ann, { path: '/profile' });
    await button(card(page, 'A harp'), 'Post options').click();
    await menuItem(page, 'Edit').click();
    const edit = await seen(dialog(page, 'Edit Post'));
    await field(edit, 'Post').press('End');
    await page.keyboard.type(', and a stool');
    await seesText(edit, '2 / 10 photos');
    await ann.give('EditPost', { ...data, media: [two] });
    await seesText(edit, /^This post was changed elsewhere meanwhile\..* without what was removed there\.$/);
    await seesText(edit, '1 / 10 photo');
    await button(edit, 'Save').click();
    await alerted(page, 'Saved changes!');
    await seesText(card(page, 'A harp'), 'A harp with a case, and a stool');
  }),
);

it(
  'an account is deleted after a week: what goes is said first, the password is asked for, everybody else sees nothing of the person, and it can be kept',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const lea = await makeMember(server, 'Lea Leaver');
    const post = await lea.post('A lamp of Lea');
    const page = await open(lea, { path: '/settings/account' });
    const elsewhere = await open(lea, { path: '/home', screen: PHONE });
    const other = await open(ann, { path: `/post/${post}` });
    await seen(other.getByText('Lea L.'));

    await link(page, 'Download my data').click();
    await field(page, 'Your password').fill(PASSWORD);
    const saving = page.waitForEvent('download');
    await button(page, 'Download').click();
    const file = await (await saving).createReadStream();
    expect((await buffer(file)).subarray(0, 2).toString()).toBe('PK');
    await button(page, 'Back').click();

    await link(page, 'Delete account').click();
    await title(page, 'Delete account');
    await seesText(page, 'Your posts are deleted, with their pictures and the comments below them.');
    // Another way to prove who one is, from here and back.
    await button(page, 'Sign in again').click();
    await seen(heading(page, 'Welcome back'));
    await page.goto(new URL('/login?method=password', page.url()).href);
    await field(page, 'Email').fill(lea.email);
    await field(page, 'Password').fill(PASSWORD);
    await page.locator('form button[type=submit]').click();
    await at(page, '/settings/account/delete');
    await title(page, 'Delete account');
    await field(page, 'Your password').fill('wrong horse 1');
    await button(page, 'Delete my account').click();
    const sure = dialog(page, 'Delete your account?');
    await button(sure, 'Cancel').click();
    expect(await field(page, 'Your password').inputValue()).toBe('wrong horse 1');
    await button(page, 'Delete my account').click();
    await button(sure, 'Yes, delete it').click();
    await seesText(page.locator('form'), 'Wrong password!');
    await field(page, 'Your password').fill(PASSWORD);
    await button(page, 'Delete my account').click();
    await button(sure, 'Yes, delete it').click();

    // Signed out here and on every device, with the receipt.
    await at(page, '/settings/deletion');
    await title(page, 'Your account will be deleted');
    const receipt = (await page.getByRole('definition').last().textContent()) ?? '';
    expect(receipt).toMatch(/^[0-9a-f-]{36}$/);
    await seen(link(elsewhere, 'Log In or Sign Up'));
    // Open pages forget the name; the post is still there.
    await gone(other.getByText('Lea L.'));
    await seesText(other, 'Deleted account');
    await seesText(other, 'A lamp of Lea');
    await other.goto(new URL('/lealeaver', other.url()).href);
    await seesText(other, 'Try searching for something else');

    await button(page, 'Log in').click();
    await at(page, /^\/login/);
    await page.goto(new URL('/login?method=password', page.url()).href);
    await field(page, 'Email').fill(lea.email);
    await field(page, 'Password').fill(PASSWORD);
    await page.locator('form button[type=submit]').click();
    await at(page, '/settings/deletion');
    await seesText(page, receipt);
    // No other page is for somebody who is leaving.
    await page.goto(new URL('/home', page.url()).href);
    await at(page, '/settings/deletion');
    await button(page, 'Keep my account').click();
    await alerted(page, 'Your account stays. Welcome back!');
    await at(page, '/home');
    await seen(link(page, 'Profile'));
    await other.goto(new URL('/lealeaver', other.url()).href);
    await seen(heading(other, 'Lea L.'));
  }),
);
