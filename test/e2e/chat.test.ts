import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/pair.ts';
import { newId } from '#domain/kernel/ids.ts';
import { type Member, makeMember } from './harness/member.ts';
import { seen } from './harness/look.ts';
import { DESKTOP, PHONE, SMALL_DESKTOP, TABLET, setStage } from './harness/stage.ts';
import { picture } from './harness/pictures.ts';

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

it(
  'look',
  stage.scene(async ({ open }) => {
    const chatId = chatIdOf(ann.userId, ben.userId);
    const empty = await open(cat, { path: '/messages' });
    await seen(empty.getByText('Send a message, get a message'));
    await empty.screenshot({ path: '/tmp/shot-empty.png' });
    await ann.give('StartChat', { userId: ben.userId });
    await cat.give('StartChat', { userId: ben.userId });
    const post = await ann.post('A desk lamp with a green shade\nbarely used', [await picture(2)]);
    const say = (who: Member, text: string, postId: string | null = null) =>
      who.give('SendMessage', { chatId, text, media: [], postId });
    for (let n = 0; n < 30; n += 1) await say(n % 3 === 0 ? ann : ben, `Line ${n} of our talk, see https://example.org`);
    await say(ann, 'Look at this one', post);
    const last = await say(ann, 'مرحبا! This is a longer message which wraps over several lines because I have a lot to say about the lamp, and the emoji 👩‍👩‍👧 too.\nSecond line.');
    await ben.give('LikeMessage', { messageId: newId(last, 0) });
    const sizes = [{ width: 320, height: 640 }, PHONE, TABLET, SMALL_DESKTOP, DESKTOP];
    const page = await open(ben, { path: `/messages/${chatId}` });
    await seen(page.getByText('Second line.'));
    for (const screen of sizes) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(screen);
        await page.waitForTimeout(400);
        await page.screenshot({ path: `/tmp/shot-${screen.width}-${colorScheme}.png` });
      }
    }
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForTimeout(600);
    await page.screenshot({ path: '/tmp/shot-list.png' });
  }),
);
