import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { chatIdOf } from '#domain/chat/pair.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { callControl } from '#server/roles/control.ts';
import type { Browser } from '../support/browser.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUp, signUpConfirmed, signUpMember } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

/** Words of a message of the two. */
export const WORDS = 'the key is under the mat';

/** Two people, and everybody who has no business in a conversation of theirs, by what they are. */
export interface Talkers {
  readonly server: TestServer;
  readonly ada: Student;
  readonly bob: Student;
  readonly others: readonly (readonly [what: string, browser: Browser, userId: string])[];
  /** A picture. */
  readonly face: Uint8Array;
}

/** A server with two people and all kinds of others, who may ask as often as they like. */
export async function openTalkers(): Promise<Talkers> {
  const rate = { perMinute: 1_000_000, burst: 1_000_000 };
  const rates = { commandsPerUser: rate, commandsPerAddress: rate, ofCommands: rate, requestsPerAddress: rate };
  const server = await testServer({}, { rates });
  const face = await picture(40, 30);
  const ada = await signUpMember(server, 'ada', face);
  const bob = await signUpMember(server, 'bob', face);
  const member = await signUpMember(server, 'cyd', face);
  const unverified = await signUp(server, 'dan');
  const moderator = await signUpConfirmed(server, 'eve');
  const banned = await signUpMember(server, 'mallory', face);
  await callControl(await controlOf(server.dataDir), 'moderator', { email: moderator.email, remove: false });
  const ban = { userId: banned.userId, reason: 'scam', note: '', about: banned.userId };
  expect(await moderator.give('BanPerson', ban)).toMatchObject({ ok: true });
  const others = [
    ['a member', member, member.userId],
    ['somebody unverified', unverified, unverified.userId],
    ['a moderator', moderator, moderator.userId],
    ['somebody banned', banned, banned.userId],
    ['a visitor', server.browser(), member.userId],
  ] as const;
  return { server, ada, bob, others, face };
}

/** A message with a picture, in a conversation that the two have begun. */
export async function talk({ ada, bob, face }: Talkers) {
  const chatId = chatIdOf(ada.userId, bob.userId);
  expect(await ada.give('StartChat', { userId: bob.userId })).toMatchObject({ ok: true });
  const id = randomUUID();
  const messageId = postIdOf(ada, id);
  const upload = await ada.ask('PUT', `/api/uploads/messages/${messageId}`, { raw: face });
  const data = { chatId, text: WORDS, media: [upload.json.media], postId: null };
  expect(await ada.give('SendMessage', data, id)).toMatchObject({ ok: true });
  const name: string = upload.json.media.name;
  await eventually(async () => (await bob.ask('GET', `/images/messages/${messageId}/${name}`)).status === 200);
  const { json } = await bob.ask('GET', `/api/topics/chat:${chatId}`);
  const [{ doc }] = json.documents.filter((each: { collection: string }) => each.collection === 'chats');
  return { chatId, messageId, round: String(doc.round), image: `/images/messages/${messageId}/${name}` };
}

export type Talk = Awaited<ReturnType<typeof talk>>;

/** The topics of a conversation. */
export function topicsOf({ ada, bob }: Pick<Talkers, 'ada' | 'bob'>, { chatId, round }: Talk): readonly string[] {
  return [
    `chat:${chatId}`,
    `messages:${chatId}:${round}`,
    `conversations:${ada.userId}`,
    `conversations:${bob.userId}`,
  ];
}

/** The commands of a conversation. */
export function commandsOn({ chatId, messageId, round }: Pick<Talk, 'chatId' | 'messageId' | 'round'>) {
  return [
    ['OpenChat', { chatId, round: Number(round) }],
    ['DeleteChat', { chatId, round: Number(round) }],
    ['SendMessage', { chatId, text: 'Hi', media: [], postId: null }],
    ['SeeMessage', { messageId }],
    ['LikeMessage', { messageId }],
    ['UnlikeMessage', { messageId }],
  ] as const;
}

/** The code with which a command is refused; `none`: it is taken. */
export async function refusalOf(browser: Browser, actor: string, type: string, data: object): Promise<string> {
  const body = { id: randomUUID(), actor, type, version: commandDefinitions[type]?.version ?? 1, data };
  const { json } = await browser.ask('POST', '/api/commands', { body });
  return json.ok === true ? 'none' : json.error.code;
}
