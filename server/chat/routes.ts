import { type Request, type Response, Router } from 'express';
import { chatIdOf } from '#domain/chat/face.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { pictureFolder } from '#domain/user/face.ts';
import { chats } from '#projections/chat/collections.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import { type Conversation, conversations } from '#projections/message/collections.ts';
import { type Profile, people } from '#projections/user/collections.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import { refuseWith } from '../http/errors.ts';
import { addressOf, campusOf } from '../http/requestContext.ts';
import { revealed } from '../http/revealed.ts';
import type { NounRouteParts } from '../http/routeParts.ts';
import { readWithCertainty } from '../read/certainty.ts';
import { CHAT_QUESTIONS_PER_USER, RECENT_PARTNERS } from './limits.ts';

type Parts = Pick<NounRouteParts, 'authenticate' | 'readStore' | 'askSearch' | 'reach' | 'clock' | 'rateShare'>;

/** A person as a list of people for a new conversation names them, and nothing else (CHAT-23, Q48). */
interface ListedUser {
  readonly _id: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly username: string | null;
  /** Path of the picture; `null`: none. */
  readonly img: string | null;
}

/**
 * The older end points of conversations, for those who are signed in (CHAT-26, Q48).
 *
 * - `GET /api/users?q=&page=`: the people of the site's campus whom a search for `q` finds; without `q` those to whom one wrote last.
 * - `GET /api/chats/check/:userId`: `{ _id }` of the conversation that one has with somebody, or `{}`.
 */
export function chatRoutes(parts: Parts): Router {
  const { readStore, reach, clock, rateShare: share } = parts;
  const byUser = createRateLimiter(CHAT_QUESTIONS_PER_USER, { clock, name: 'chat-questions', share });
  const router = Router();

  /** Who asks. @throws HttpRefused signed out, or too often */
  async function askerOf(request: Request, response: Response): Promise<string> {
    const signedIn = await parts.authenticate(request, response);
    if (signedIn === null) throw refuseWith('SIGNED_OUT');
    const seconds = byUser.take(signedIn.userId);
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    return signedIn.userId;
  }

  router.get('/api/users', async (request, response) => {
    const userId = await askerOf(request, response);
    const isSearch = Object.keys(request.query).length > 0;
    const found = isSearch
      ? await peopleFound(parts, request, userId)
      : { people: await partnersOf(readStore, userId), more: false };
    const users = found.people.filter(({ id, erased }) => id !== userId && !erased).map(listed);
    response.set('Cache-Control', 'no-store').json({ users, more: found.more });
  });

  router.get('/api/chats/check/:userId', async (request, response) => {
    const userId = await askerOf(request, response);
    const { userId: partner } = request.params;
    if (idSchema.safeParse(partner).data !== partner)
      throw refuseWith('REQUEST_INVALID', { field: 'userId', problem: 'Invalid' });
    const chatId = chatIdOf(userId, partner);
    // The id follows from the asker's own: of others' conversations nothing can be asked here.
    const look = async () => ({
      stands: (await readStore.get([{ collection: chats.name, key: chatId }]))[0]?.doc != null,
    });
    const found = await readWithCertainty(reach, look, ({ stands }) => !stands);
    if (found === null) throw refuseWith('UNAVAILABLE');
    response.set('Cache-Control', 'no-store').json(found.stands ? { _id: chatId } : {});
  });
  return router;
}

/** The people of the site's campus whom a search finds, by the rules and within the limits of every search. */
async function peopleFound({ askSearch }: Parts, request: Request, userId: string) {
  const { show, ...asked } = request.query;
  if (show !== undefined) throw refuseWith('REQUEST_INVALID', { field: 'show', problem: 'Invalid' });
  const parameters = { ...asked, show: 'people' };
  const asker = { userId, address: addressOf(request), campus: campusOf(request).id };
  const { hits, documents, more } = await askSearch(parameters, asker);
  const byKey = new Map(
    documents.flatMap((each) => (each.collection === people.name ? [[each.key, each.doc] as const] : [])),
  );
  return { people: hits.flatMap(({ key }) => (byKey.get(key) as Profile | null | undefined) ?? []), more };
}

/** The people of somebody's newest conversations. */
async function partnersOf(store: Parts['readStore'], userId: string): Promise<readonly Profile[]> {
  const page = { below: null, atOrAbove: null, limit: RECENT_PARTNERS };
  const sides: readonly Versioned[] = await store.query(conversations.name, 'list', [userId], page);
  const partners = sides.map(({ doc }) => (doc as Conversation).partner);
  const found = await store.get(partners.map((key) => ({ collection: people.name, key })));
  return found.flatMap(({ doc }) => (doc as Profile | null) ?? []);
}

function listed({ id, firstName, lastName, username, picture }: Profile): ListedUser {
  const file = revealed(picture);
  return {
    _id: id,
    first_name: revealed(firstName),
    last_name: revealed(lastName),
    username: revealed(username),
    img: file === null ? null : `/images/${pictureFolder(id)}/${file.name}`,
  };
}
