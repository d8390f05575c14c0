import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chatIdOf } from '#domain/chat/face.ts';
import { outboxEmpty } from './harness/browserStore.ts';
import { writeComment } from './harness/compose.ts';
import { card, field, named } from './harness/find.ts';
import { seen } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { playReel } from './harness/reel.ts';
import { NETWORK_GONE, setStage } from './harness/stage.ts';

/** Two minutes in which all connections of a phone die twenty times a minute, while its owner writes. */

const REEL = { deaths: 40, everyMs: 3_000 };
/** Messages that are written after each death: fewer than the limit of a minute allows. */
const MESSAGES_EACH = 2;

let ann: Member;
let ben: Member;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
});

const wordsIn = (text: string | null) => text?.match(/Word \d\d\d/g) ?? [];

it(
  '[P2] [P5] a reel of twenty deaths a minute for two minutes loses and doubles no message and no comment',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const post = await ann.post('A compass in a pocket');
    await ann.give('StartChat', { userId: ben.userId });
    const chat = `/messages/${chatIdOf(ann.userId, ben.userId)}`;
    const network = await stage.lay();
    const [page, other] = await Promise.all([open(ben, { network, path: chat }), open(ann, { path: chat })]);
    const log = (of: Page) => named(of, 'log', 'Messages');
    const words = Array.from({ length: REEL.deaths * MESSAGES_EACH }, (_, n) => `Word ${String(n).padStart(3, '0')}`);
    const line = field(page, 'Message to Ann A.');
    await seen(line);
    await playReel(REEL, network, page, async (death) => {
      for (const word of words.slice(death * MESSAGES_EACH, (death + 1) * MESSAGES_EACH)) {
        await line.fill(word);
        await line.press('Enter');
        await seen(card(log(page), word));
      }
    });
    await seen(card(log(other), words.at(-1) ?? ''));
    await outboxEmpty(page);
    // Of messages far from the eye their words alone stay.
    for (const each of [page, other]) expect(wordsIn(await log(each).textContent())).toEqual(words);

    // A comment is written while it dies once more.
    const far = await open(ben, { network, path: `/post/${post}` });
    const send = await writeComment(far, 'It still points north');
    network.die();
    await send.click();
    const near = await open(ann, { path: `/post/${post}` });
    await seen(card(near, 'It still points north'));
    await outboxEmpty(far);
    expect(await card(near, 'It still points north').count()).toBe(1);
  }),
);
