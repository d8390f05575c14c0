import fc from 'fast-check';
import type { Actor } from '#domain/kernel/decider.ts';
import { newId } from '#domain/kernel/ids.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { files, richTexts, texts } from './arbitraries.ts';
import { id } from './samples.ts';
import type { Given, World } from './world.ts';

/**
 * One step of a random story. Numbers pick among what exists when the step is taken, so that stories reach deep:
 * a reply to a reply, a save of a deleted post, a code of somebody else.
 */
export interface Intent {
  readonly type: string;
  /** Who acts: mostly people, sometimes a visitor or a reactor, often the right one for the command. */
  readonly who: number;
  readonly pick: number;
  readonly pick2: number;
  /** Seconds since the step before. */
  readonly pause: number;
  readonly campus: string;
  readonly email: string;
  readonly name: string;
  readonly text: string;
  readonly richText: unknown;
  readonly media: unknown;
  readonly category: string;
  /** Replaces one field of the payload. */
  readonly sabotage: { readonly field: number; readonly value: unknown } | null;
}

const campus = fc.constantFrom('ou', 'ou', 'ou', 'ut', 'campus', 'atlantis');
const email = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('ada@ou.edu', 'Bob@OU.edu', 'cyd@utexas.edu', 'dan@gmail.com', 'eve@ou.edu'),
  },
  { weight: 1, arbitrary: texts },
);

/** Every command, the ones that lead on more often than the others. */
const types = fc.constantFrom(
  ...Object.keys(commandDefinitions),
  ...['RegisterUser', 'ConfirmEmail', 'JoinWithConfirmedEmail', 'ChangeProfilePicture', 'ChangeBio', 'CreatePost'],
  ...['CreatePost', 'AddComment', 'AddComment', 'AddComment', 'EditPost', 'SavePost', 'UnsavePost', 'RemoveComment'],
);

export const intents: fc.Arbitrary<Intent> = fc.record({
  type: types,
  who: fc.nat(9),
  pick: fc.nat(30),
  pick2: fc.nat(30),
  pause: fc.oneof(fc.nat(60), fc.nat(9_000)),
  campus,
  email,
  name: fc.oneof(fc.constantFrom('Ada Lovelace', "Bob O'Neil", '李小 龙王', 'Set Tings'), texts),
  text: texts,
  richText: fc.oneof(richTexts, texts.map(richTextOf), fc.constant(richTextOf('Oak desk, $40'))),
  media: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.uniqueArray(files, { maxLength: 4, selector: (file) => file.name }) },
    { weight: 1, arbitrary: fc.array(files, { maxLength: 12 }) },
  ),
  category: fc.constantFrom('all', '', 'furniture', 'Tickets', 'weapons'),
  sabotage: fc.option(fc.record({ field: fc.nat(5), value: fc.oneof(fc.jsonValue(), fc.anything(), fc.uuid()) }), {
    freq: 12,
  }),
});

/** A user whose account the intent is about, an id of nobody if there is none yet. */
function pickFrom(ids: readonly string[], pick: number): string {
  return ids.length === 0 ? id('nobody') : (ids[pick % ids.length] ?? id('nobody'));
}

/** Who acts: with 8 and 9 a visitor and a reactor; mostly the one whose business it is. */
function actorOf(world: World, { type, who, pick }: Intent): Actor {
  const byHouse = [
    'RecordCodeSent',
    'RecordCodeNotSent',
    'ExpireUnconfirmed',
    'EraseUser',
    'RemoveComment',
    'RecordImagesNotDeleted',
    'EndSave',
    'WelcomeMember',
  ];
  if (type === 'RegisterUser' || who === 8) return { kind: 'visitor' };
  const author = world.post(pickFrom(world.ids('post'), pick)).place?.author;
  if (['EditPost', 'DeletePost'].includes(type) && author !== undefined && who > 2)
    return { kind: 'user', userId: author };
  if (who === 9 || (byHouse.includes(type) && who > 2)) return { kind: 'system', name: 'reactor:test' };
  return { kind: 'user', userId: pickFrom(world.ids('user'), who) };
}

/** Posts about which a command may have something to say. */
function candidates(world: World, type: string, userId: string): readonly string[] {
  const posts = world.ids('post');
  switch (type) {
    case 'UnsavePost':
      return posts.filter((post) => world.ids('save').includes(`${post}-${userId}`));
    case 'EndSave':
      return posts.filter((post) => world.post(post).deleted);
    case 'RemoveComment':
      return posts.filter((post) => world.post(world.post(post).place?.root ?? '').deleted);
    default:
      return posts;
  }
}

/** The payload of the intent for the world as it is. */
function payload(world: World, intent: Intent, actor: Actor): Record<string, unknown> {
  const userId = actor.kind === 'user' ? actor.userId : pickFrom(world.ids('user'), intent.pick);
  const { codes, email: own } = world.user(userId);
  const code = codes[intent.pick2 % (codes.length || 1)];
  const codeId = code?.codeId ?? newId(userId, 1);
  const purpose = code?.purpose ?? 'confirm-email';
  const post = pickFrom(candidates(world, intent.type, userId), intent.pick);
  const root = world.post(post).place?.root ?? post;
  const content = { text: intent.richText, media: intent.media };
  const school = { campus: intent.campus, email: intent.pick % 3 === 0 ? (own ?? '') : intent.email };
  const payloads: Record<string, Record<string, unknown>> = {
    RegisterUser: { email: intent.email, name: intent.name, acceptedTerms: true },
    RequestEmailCode: {},
    ConfirmEmail: { codeId },
    RequestSchoolCode: school,
    VerifySchool: { codeId, campus: code?.campus ?? intent.campus, email: code?.email ?? intent.email },
    JoinWithConfirmedEmail: { ...school, email: own ?? intent.email },
    ChangeProfilePicture: { picture: (intent.media as unknown[])[0] },
    ChangeBio: { bio: intent.text },
    RecordCodeSent: { userId, codeId, purpose },
    RecordCodeNotSent: { userId, codeId, purpose },
    ExpireUnconfirmed: { userId },
    EraseUser: { userId },
    CreatePost: { ...content, category: intent.category },
    AddComment: { ...content, root, parent: post },
    EditPost: { ...content, postId: post },
    DeletePost: { postId: post },
    RemoveComment: { postId: post, above: root },
    RecordImagesNotDeleted: { postId: post },
    WelcomeMember: { userId, campus: intent.campus },
    SavePost: { postId: post },
    UnsavePost: { postId: post },
    EndSave: { postId: post, userId },
  };
  const data = payloads[intent.type];
  if (data === undefined) throw new Error(`The stories do not know ${intent.type} yet.`);
  return data;
}

/** Takes one step and answers the instant after it. */
export function step(world: World, intent: Intent, before: string): string {
  const now = new Date(Date.parse(before) + intent.pause * 1_000).toISOString();
  const actor = actorOf(world, intent);
  const data = payload(world, intent, actor);
  const field = Object.keys(data)[intent.sabotage?.field ?? 0];
  const sent = intent.sabotage === null || field === undefined ? data : { ...data, [field]: intent.sabotage.value };
  const uploads = (intent.media as Given['uploads']).filter((_file, n) => intent.pick2 % 5 !== 0 || n > 0);
  const home = actor.kind === 'user' && intent.pick2 % 4 > 0 ? world.user(actor.userId).memberOf : null;
  world.dispatch(intent.type, sent, { actor, campus: home ?? intent.campus, now, uploads });
  return now;
}
