import { maySeeCampus, type Viewer } from '#domain/campus/access.ts';
import type { Account, Person } from '#projections/person/collections.ts';
import type { Post } from '#projections/post/collections.ts';
import type { Save } from '#projections/save/collections.ts';
import type { WireDocument } from '#projections/sync/protocol.ts';
import { viewerOfAccount } from '#projections/sync/viewer.ts';
import type { SimServer } from './simServer.ts';
import type { Wiretap } from './simTransport.ts';

/** Whoever listens to what is sent. */
export interface AccessOracle {
  readonly wiretap: Wiretap;
  /** Documents that were sent to somebody who may not see them. */
  readonly leaks: string[];
  /** Documents that were sent. */
  sent: number;
}

/**
 * Listens to everything that is sent and writes down each document that its reader may not see, by rules that are
 * written here once more, from the specification and not from the hub's code.
 */
export function accessOracle(server: SimServer): AccessOracle {
  const oracle = { leaks: [] as string[], sent: 0, wiretap: (() => undefined) as Wiretap };
  oracle.wiretap = (userId, event, payload) => {
    const packet = payload as { documents?: readonly WireDocument[]; refs?: readonly WireDocument[] };
    for (const document of [...(packet.documents ?? []), ...(packet.refs ?? [])]) {
      oracle.sent += 1;
      if (document.doc !== null && !maySee(server, viewerOf(server, userId), document)) {
        oracle.leaks.push(`${event} to ${userId}: ${document.collection} ${document.key} ${document.position}`);
      }
    }
  };
  return oracle;
}

function docOf<Doc>(server: SimServer, collection: string, key: string): Doc | null {
  return (server.store.documents.get(collection, key)?.doc ?? null) as Doc | null;
}

function viewerOf(server: SimServer, userId: string | null): Viewer {
  return viewerOfAccount(userId, userId === null ? null : docOf<Account>(server, 'accounts', userId));
}

function maySee(server: SimServer, viewer: Viewer, { collection, key, doc }: WireDocument): boolean {
  switch (collection) {
    case 'accounts':
      return key === viewer.userId;
    case 'saves':
      return (doc as unknown as Save).user === viewer.userId;
    case 'posts':
      return maySeeCampus(viewer, (doc as unknown as Post).campus);
    case 'postCounters': {
      const post = server.posts.find((each) => each.key === key)?.doc;
      return post == null || maySeeCampus(viewer, post.campus);
    }
    case 'people':
    case 'authorCounters':
      return maySeePerson(server, viewer, key);
    case 'campuses':
      return maySeeCampus(viewer, key);
    default:
      return false;
  }
}

/** Oneself, the people of a campus that one may see, and the authors of what one may see. */
function maySeePerson(server: SimServer, viewer: Viewer, userId: string): boolean {
  if (userId === viewer.userId) return true;
  const person = docOf<Person>(server, 'people', userId);
  if (person === null || maySeeCampus(viewer, person.campus)) return true;
  return server.posts.some(({ doc }) => doc?.author === userId && maySeeCampus(viewer, doc.campus));
}
