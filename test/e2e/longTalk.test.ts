import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/face.ts';
import { newId } from '#domain/kernel/ids.ts';
import { MESSAGES_BURST } from '#domain/message/limits.ts';
import { eventually } from './harness/eventually.ts';
import { button, card, named } from './harness/find.ts';
import { seen } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { SMALL_DESKTOP, setStage } from './harness/stage.ts';

/** Messages of the conversation: as many as two people may send at once, but for those that the scene sends. */
const MESSAGES = 2 * MESSAGES_BURST - 40;
/** Messages that may be drawn at once, wherever the reader is: a few screens, and the end. */
const DRAWN_MAX = 130;
/** CSS pixels of a step of the wheel, and by which nothing under the eye may move besides. */
const STEP_PX = 700;
const MOVED_MAX_PX = 2;
/** Line of the conversation that is far from both ends. */
const MIDDLE = MESSAGES / 2;

let ann: Member;
let ben: Member;
let chatId: string;
/** Of the messages, by the number of their lines. */
const ids: string[] = [];

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
  await ann.give('StartChat', { userId: ben.userId });
  chatId = chatIdOf(ann.userId, ben.userId);
  // Each has a limit of commands, too: who is too fast waits for it.
  for (let n = 0; n < MESSAGES; n += 1) {
    const command = await eventually('it is sent', () => say(n % 2 === 0 ? ann : ben, line(n)));
    ids.push(newId(command, 0));
  }
});

const say = (who: Member, text: string) => who.give('SendMessage', { chatId, text, media: [], postId: null });
/** Lines of different heights. */
const line = (n: number) => `Line ${n} of many${', and on it goes'.repeat((n * 7) % 23)}.`;
const log = (page: Page) => named(page, 'log', 'Messages');
const drawn = (page: Page) => log(page).getByRole('article').count();

/** Whether a message is within the pane. */
async function isInSight(page: Page, text: string): Promise<boolean> {
  const [message, pane] = await Promise.all([card(log(page), text).boundingBox(), log(page).boundingBox()]);
  if (message === null || pane === null) return false;
  return message.y >= pane.y && message.y + message.height <= pane.y + pane.height;
}

/** Scrolls up until the first line of all is drawn. */
async function readFromTheStart(page: Page): Promise<void> {
  await eventually('the whole conversation is loaded', async () => {
    await log(page).evaluate((pane) => pane.scrollTo({ top: -pane.scrollHeight, behavior: 'instant' }));
    return (await card(log(page), line(0)).count()) > 0 || undefined;
  });
}

/**
 * Scrolls by a step, and answers by how many CSS pixels the first message in sight moved besides; `null`: the end is reached.
 * A few frames pass, in which messages are drawn and let go.
 */
function step(page: Page, px: number): Promise<number | null> {
  return log(page).evaluate(async (pane, by) => {
    const frames = async (count: number) => {
      for (let n = 0; n < count; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    };
    const top = pane.getBoundingClientRect().top;
    const inSight = () =>
      [...pane.querySelectorAll('[data-message]')].find((each) => {
        const { bottom } = each.getBoundingClientRect();
        return by > 0 ? bottom > top + by : bottom > top;
      });
    let first = inSight();
    // Drawn as soon as the page comes to it.
    for (; first === undefined; first = inSight()) await frames(1);
    const before = first.getBoundingClientRect().top;
    const from = pane.scrollTop;
    pane.scrollBy({ top: by, behavior: 'instant' });
    if (pane.scrollTop === from) return null;
    const wanted = before - (pane.scrollTop - from);
    await frames(6);
    return Math.abs(first.getBoundingClientRect().top - wanted);
  }, px);
}

it(
  '[CHAT-05 in part] a long conversation is as light as a short one: what is far from the eye is let go, and nothing moves',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { path: `/messages/${chatId}`, screen: SMALL_DESKTOP });
    await seen(card(log(page), line(MESSAGES - 1)));
    await readFromTheStart(page);
    await eventually('what is far is let go', async () => (await drawn(page)) <= DRAWN_MAX || undefined);

    // Its words stay: the browser's search finds them, and a reader of screens reads them. Nothing of it is news.
    const middle = card(log(page), line(MIDDLE));
    expect(await middle.count()).toBe(0);
    expect(await log(page).textContent()).toContain(line(MIDDLE));
    const isLive = (text: string) =>
      log(page).evaluate((pane, wanted) => {
        const walker = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const { textContent, parentElement } = walker.currentNode;
          if (textContent?.includes(wanted)) return parentElement?.closest('[aria-live]')?.getAttribute('aria-live');
        }
        return 'not there';
      }, text);
    expect(await isLive(line(MIDDLE))).toBe('off');
    expect(await isLive(line(0))).toBe('off');
    expect(await isLive(line(MESSAGES - 1))).toBe('polite');

    // Down through all of it, and up again: only the reader moves it.
    for (const by of [STEP_PX, -STEP_PX]) {
      for (let moved = await step(page, by); moved !== null; moved = await step(page, by)) {
        expect(moved).toBeLessThanOrEqual(MOVED_MAX_PX);
        await eventually('what is far is let go', async () => (await drawn(page)) <= DRAWN_MAX || undefined);
      }
    }

    // A message comes below, far away, while the eye is at the first one: it stays there, and a jump leads to the news.
    const place = async () => (await card(log(page), line(0)).boundingBox())?.y ?? Number.NaN;
    const before = await place();
    await say(ben, 'Are you there?');
    const pill = await seen(button(page, '1 new message'));
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(MOVED_MAX_PX);
    expect(await isLive('Are you there?')).toBe('polite');
    await pill.click();
    await seen(card(log(page), 'Are you there?'));
    await eventually(
      'the first line is let go',
      async () => (await card(log(page), line(0)).count()) === 0 || undefined,
    );

    // A notification leads to a message that was let go.
    expect(await middle.count()).toBe(0);
    await page.evaluate((id) => {
      history.pushState(null, '', `?message=${id}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, ids[MIDDLE]);
    await eventually('it is in sight', async () => (await isInSight(page, line(MIDDLE))) || undefined);
  }),
);
