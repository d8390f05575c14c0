import { type Actor, actorId } from '#domain/kernel/decider.ts';
import { effectiveCommandId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { userEvents } from '#domain/user/events.ts';
import type { Dispatcher } from '#server/dispatch/dispatcher.ts';
import type { Outcome } from '#server/dispatch/outcome.ts';
import { createPasswordHasher } from '#server/identity/passwords.ts';
import type { MediaStore } from '#server/ports/media.ts';
import type { Vault } from '#server/ports/vault.ts';
import { DEMO_CAMPUS } from './campus.ts';
import { createDemoIds, type DemoIds } from './ids.ts';
import { DEMO_PASSWORD, type DemoPerson } from './people.ts';
import { type Moment, timeline } from './timeline.ts';
import { uploadAll } from './uploads.ts';
import { written } from './writing.ts';

/** What the demo campus is made with: the real dispatcher under a clock of its own, the real vault and media store. */
export interface DemoStage {
  dispatcherAt(clock: () => Date): Pick<Dispatcher, 'dispatch'>;
  readonly vault: { readonly credentials: Pick<Vault['credentials'], 'put'> };
  readonly media: Pick<MediaStore, 'put'>;
}

export interface DemoOptions {
  /** The moment at which the story ends. */
  readonly now: Date;
  /** Another seed makes other ids and other moments of saves. */
  readonly seed?: number;
  /** Cost of hashing the password; tests pass a lower one. */
  readonly passwordCost?: number;
  readonly onProgress?: (done: number, all: number) => void;
}

/** A rule refused what the story tells: the story is wrong. */
export class StoryRefused extends Error {
  constructor(type: string, key: string, code: string) {
    super(`The demo campus breaks a rule: ${type} of ${key} was refused with ${code}.`);
    this.name = 'StoryRefused';
  }
}

/** Gives a command of the story at its moment. */
type Give = (actor: Actor, key: string, type: string, data: unknown) => Promise<Outcome & { ok: true }>;

/** Who gives the commands that reactors would have given. */
const HOUSE: Actor = { kind: 'system', name: 'demo' };

/**
 * Makes the demo campus by giving the commands that its people would have given, each at its time. Every command has
 * its id for good: a story that was broken off is simply told again.
 *
 * @throws StoryRefused
 */
export async function seedDemo(stage: DemoStage, options: DemoOptions): Promise<void> {
  const { now, seed = 1, onProgress = () => undefined } = options;
  const ids = createDemoIds(seed);
  const moments = timeline(now, seed);
  let clock = now;
  const give = createGive(
    stage.dispatcherAt(() => clock),
    ids,
  );
  const uploads = uploadAll(stage.media, ids, moments);
  const passwordHash = await createPasswordHasher(options.passwordCost).hash(DEMO_PASSWORD);
  const authors = new Map(moments.flatMap((moment) => ('by' in moment ? [[moment.key, moment.by]] : [])));
  const writtenId = (key: string) => ids.written(authors.get(key) ?? '', key);

  for (const [index, moment] of moments.entries()) {
    const media = (await uploads.get(moment.key)) ?? [];
    clock = moment.at;
    if (moment.kind === 'join') await join(stage, give, ids, moment, passwordHash, media);
    else await act(give, ids, moment, media, writtenId);
    onProgress(index + 1, moments.length);
  }
}

function createGive(dispatcher: Pick<Dispatcher, 'dispatch'>, ids: DemoIds): Give {
  return async (actor, key, type, data) => {
    const outcome = await dispatcher.dispatch(
      { id: ids.command(key), type, version: 1, data },
      // As the edges and reactors do it, which have checked what a browser can't be believed.
      { actor, campus: DEMO_CAMPUS, origin: 'server' },
    );
    if (!outcome.ok) throw new StoryRefused(type, key, outcome.rejection.code);
    return outcome;
  };
}

/** From the sign-up to the finished profile. */
async function join(
  stage: DemoStage,
  give: Give,
  ids: DemoIds,
  { person, key, at }: Moment & { kind: 'join' },
  passwordHash: string,
  [picture]: readonly Media[],
): Promise<void> {
  const { email, name, bio }: DemoPerson = person;
  const visitor: Actor = { kind: 'visitor' };
  const userId = ids.user(person.key);
  const user: Actor = { kind: 'user', userId };

  const commandId = effectiveCommandId(actorId(visitor), ids.command(key));
  await stage.vault.credentials.put(userId, passwordHash, commandId, at.toISOString());
  const { events } = await give(visitor, key, 'RegisterUser', { email, name, acceptedTerms: true });
  const requested = events.find((event) => event.type === userEvents.CodeRequested.type);
  if (requested === undefined) throw new StoryRefused('RegisterUser', key, 'no code was requested');
  const { codeId } = requested.data as { readonly codeId: string };

  await give(HOUSE, `${key}:sent`, 'RecordCodeSent', { userId, codeId, purpose: 'confirm-email' });
  await give(user, `${key}:confirm`, 'ConfirmEmail', { codeId });
  await give(user, `${key}:school`, 'JoinWithConfirmedEmail', { campus: DEMO_CAMPUS, email });
  await give(HOUSE, `${key}:welcome`, 'WelcomeMember', { userId, campus: DEMO_CAMPUS });
  await give(user, `${key}:picture`, 'ChangeProfilePicture', { picture });
  await give(user, `${key}:bio`, 'ChangeBio', { bio });
}

/** A post, a comment or a save. */
async function act(
  give: Give,
  ids: DemoIds,
  moment: Exclude<Moment, { kind: 'join' }>,
  media: readonly Media[],
  writtenId: (key: string) => string,
): Promise<void> {
  const user: Actor = { kind: 'user', userId: ids.user(moment.by) };
  switch (moment.kind) {
    case 'post': {
      const { text, category } = moment.post;
      await give(user, moment.key, 'CreatePost', { text: written(text), media, category });
      return;
    }
    case 'comment': {
      const [root, parent] = [writtenId(moment.root), writtenId(moment.parent)];
      await give(user, moment.key, 'AddComment', { text: written(moment.text), media: [], root, parent });
      return;
    }
    case 'save':
      await give(user, moment.key, 'SavePost', { postId: writtenId(moment.post) });
  }
}
