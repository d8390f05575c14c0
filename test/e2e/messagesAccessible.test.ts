import { it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/face.ts';
import { newId } from '#domain/kernel/ids.ts';
import { expectAccessible } from './harness/accessibility.ts';
import { button, dialog, menuItem } from './harness/find.ts';
import { expectNoSidewaysScroll, seen, seesText } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { DESKTOP, PHONE, setStage } from './harness/stage.ts';

let ann: Member;
let nick: Member;
let chatId: string;

const stage = setStage(async (server) => {
  [ann, nick] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Nick Newcomer')]);
  const post = await ann.post('A typewriter, see https://example.org');
  chatId = chatIdOf(ann.userId, nick.userId);
  await ann.give('StartChat', { userId: nick.userId });
  const said = { chatId, media: [], postId: null };
  const asked = newId(await nick.give('SendMessage', { ...said, text: 'Is it still there?', postId: post }), 0);
  await ann.give('LikeMessage', { messageId: asked });
  await ann.give('SendMessage', { ...said, text: 'See the typewriter at https://example.org' });
});

/** Checks the present page on phone and desktop, light and dark. */
async function lookAtAll(page: Page, what: string): Promise<void> {
  for (const screen of [PHONE, DESKTOP]) {
    await page.setViewportSize(screen);
    await expectNoSidewaysScroll(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `${what}, ${screen.width} px, ${colorScheme}`);
    }
  }
}

it(
  'axe finds nothing grave in the list of conversations, in one, in its menu and its question',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { path: '/messages' });
    await seesText(page, 'You: See the typewriter at https://example.org');
    await lookAtAll(page, '/messages');
    await page.goto(new URL(`/messages/${chatId}`, page.url()).href);
    await seen(page.getByRole('article', { name: /^Nick N\., / }));
    await seen(page.getByRole('link', { name: /A typewriter/ }));
    await lookAtAll(page, '/messages/{id}');
    await button(page, 'Conversation options').click();
    await menuItem(page, 'Delete conversation').click();
    await seen(dialog(page, 'Delete Conversation?'));
    await lookAtAll(page, 'the question before a deletion');
    await page.goto(new URL(`/messages/${crypto.randomUUID()}`, page.url()).href);
    await seesText(page, "This conversation doesn't exist");
    await lookAtAll(page, 'no conversation');
  }),
);
