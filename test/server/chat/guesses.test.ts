import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandDefinitions } from '#domain/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { seededRandom } from '#scripts/demo/random.ts';
import { inParallel } from '#test/proof/bench/statistics.ts';
import type { Answer, Ask, Browser } from '../support/browser.ts';
import { commandsOn, openTalkers, type Talk, type Talkers, talk, topicsOf, WORDS } from './twoWhoTalk.ts';

const GUESSES = 10_000;
const AT_ONCE = 8;
const SEED = 20_261_130;
/** HTTP's answer to who asks too often. */
const TOO_MANY = 429;
/** Share of the guesses that may be turned away for their number: searches are few a minute. */
const TURNED_AWAY_MAX = 0.02;

let talkers: Talkers;
let both: Talk;

beforeAll(async () => {
  talkers = await openTalkers();
  both = await talk(talkers);
});
afterAll(() => talkers.server.end());

interface Guess {
  readonly method: string;
  readonly path: string;
  readonly ask?: Ask;
}

/** Draws guesses of somebody who knows every id of the conversation, and how the site works. */
function createGuesser() {
  const random = seededRandom(SEED);
  const pick = <Thing>(things: readonly Thing[]) => things[Math.floor(random() * things.length)] as Thing;
  const { ada, bob } = talkers;
  const { chatId, messageId, round, image } = both;
  const name = image.slice(image.lastIndexOf('/') + 1);
  const people = [ada.userId, bob.userId];
  const ids = [chatId, messageId, ...people];
  const bent = (id: string) =>
    pick([
      id,
      id,
      id,
      id.toUpperCase(),
      `${id}%20`,
      `${id}%00`,
      encodeURIComponent(`../${id}`),
      `${id}-${pick(people)}`,
    ]);
  const part = () => bent(pick([...ids, round, '0', '2', 'ou', name, `${chatId}-${pick(people)}`]));
  const parts = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, part);

  function command(userId: string): Guess {
    const [type, data] = pick(commandsOn({ chatId: pick([chatId, bent(chatId)]), messageId: bent(messageId), round }));
    const version = commandDefinitions[type]?.version ?? 1;
    const body = { id: randomUUID(), actor: pick([userId, userId, ...people]), type, version, data };
    return { method: 'POST', path: '/api/commands', ask: { body } };
  }

  function topic(): Guess {
    const free = `${pick(Object.keys(topicName))}:${parts(3).join(':')}`;
    const asked = pick([...topicsOf(talkers, both), free, free]);
    return { method: 'GET', path: `/api/topics/${asked}${pick(['', '', '?since=0', '?before=9999999999999999'])}` };
  }

  function file(): Guess {
    const kind = pick(['messages', 'messages', 'posts', 'users', 'evidence', 'messages/..', 'messages/.']);
    const place = `${pick(['/images', '/videos', '/media'])}/${kind}/${bent(pick([messageId, chatId]))}/${bent(name)}`;
    return { method: pick(['GET', 'HEAD']), path: pick([image, place, place]) + pick(['', '?w=320', '?w=640']) };
  }

  function page(): Guess {
    const path = pick([
      `/messages/${bent(chatId)}`,
      `/messages?message=${messageId}`,
      `/post/${messageId}`,
      `/api/chats/check/${part()}`,
      `/api/uploads/messages/${messageId}`,
      `/api/uploads/messages/${messageId}/${name}`,
    ]);
    return {
      method: pick(['GET', 'GET', 'HEAD', 'PUT', 'DELETE']),
      path,
      ask: { headers: { accept: pick(['*/*', 'text/html']) } },
    };
  }

  const search = (): Guess => {
    const words = encodeURIComponent(pick([WORDS, 'key', 'under mat', name]));
    return { method: 'GET', path: pick([`/api/search?q=${words}&show=latest`, `/api/users?q=${words}`]) };
  };

  return (userId: string): Guess => {
    const draw = random();
    if (draw < 0.005) return search();
    if (draw < 0.35) return command(userId);
    if (draw < 0.65) return topic();
    return draw < 0.85 ? file() : page();
  };
}

/** Everything that the two see of their conversation. */
async function seenByBoth(): Promise<readonly unknown[]> {
  const { ada, bob } = talkers;
  const topics = topicsOf(talkers, both);
  const answers = await Promise.all([
    ...topics.slice(0, 3).map((topic) => ada.ask('GET', `/api/topics/${topic}`)),
    ...[...topics.slice(0, 2), ...topics.slice(3)].map((topic) => bob.ask('GET', `/api/topics/${topic}`)),
  ]);
  return answers.map(({ status, json }) => [status, json.documents]);
}

it(`[CHAT-22 in part] [CHAT-03 in part] ${GUESSES} guesses by those who know every id: no word, no picture, and nothing that they do`, async () => {
  const before = await seenByBoth();
  expect(JSON.stringify(before)).toContain(WORDS);
  const pictures = await Promise.all(
    ['', '?w=320', '?w=640'].map(async (size) => (await talkers.bob.ask('GET', both.image + size)).bytes),
  );
  const guess = createGuesser();
  const { others } = talkers;
  let turnedAway = 0;
  const found: unknown[] = [];
  const holds = ({ text, bytes }: Answer) => text.includes(WORDS) || pictures.some((each) => each.equals(bytes));
  const guessers = Array.from({ length: GUESSES }, (_, n) => others[n % others.length] as (typeof others)[number]);
  await inParallel(guessers, AT_ONCE, async ([what, browser, userId]: readonly [string, Browser, string]) => {
    const { method, path, ask } = guess(userId);
    const answer = await browser.ask(method, path, ask);
    if (answer.status === TOO_MANY) turnedAway += 1;
    const isTaken = path === '/api/commands' && answer.json?.ok === true;
    if (answer.status >= 500 || isTaken || holds(answer))
      found.push([what, method, path, ask, answer.status, answer.bytes.length]);
  });
  expect(found).toEqual([]);
  expect(turnedAway / GUESSES).toBeLessThan(TURNED_AWAY_MAX);
  expect(await seenByBoth()).toEqual(before);
});
