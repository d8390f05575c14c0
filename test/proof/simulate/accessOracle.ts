import { maySeeCampus } from '#domain/campus/access.ts';
import { VISITOR, type Viewer } from '#domain/kernel/access.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { Post } from '#projections/post/collections.ts';
import type { Save } from '#projections/save/collections.ts';
import { laterPosition } from '#projections/sync/position.ts';
import type { WireDocument } from '#projections/sync/protocol.ts';
import type { Account, Person } from '#projections/user/collections.ts';
import { viewerOfAccount } from '#projections/viewer.ts';
import type { SimServer } from './simServer.ts';
import type { Reader, Wiretap } from './simTransport.ts';

/** Whoever listens to what is sent. */
export interface AccessOracle {
  readonly wiretap: Wiretap;
  /** Documents that were sent to somebody who may not see them. */
  readonly leaks: string[];
  /** Documents that were sent. */
  sent: number;
}

/** What of a packet or an answer says what is in it, and as of which position. */
interface Told {
  readonly position?: string;
  readonly cursor?: { readonly position: string };
  readonly documents?: readonly WireDocument[];
  readonly refs?: readonly WireDocument[];
}

/**
 * Listens to everything that is sent and writes down each document that its reader may not see, by rules that are
 * written here once more, from the specification and not from the hub's code. What is told as of a position is held
 * against the rights as of that position, or of the document's own version if that is newer; and nothing personal is
 * told to a session that has ended.
 */
export function accessOracle(server: SimServer): AccessOracle {
  const facts = new Facts(server);
  const oracle = { leaks: [] as string[], sent: 0, wiretap: (() => undefined) as Wiretap };
  oracle.wiretap = (reader, event, payload) => {
    const { documents = [], refs = [], position, cursor } = payload as Told;
    if (documents.length + refs.length === 0) return;
    if (reader.sessionId !== null && !server.disk.sessions.has(reader.sessionId)) {
      oracle.leaks.push(`${event} to ${reader.userId} in a session that has ended`);
    }
    const toldAt = position ?? cursor?.position ?? '';
    for (const document of [...documents, ...refs]) {
      oracle.sent += 1;
      if (document.doc === null) continue;
      const asOf = laterPosition(document.position, toldAt);
      if (maySee(facts, reader, document, asOf)) continue;
      oracle.leaks.push(
        `${event} at ${toldAt} to ${reader.userId}: ${document.collection} ${document.key} ${document.position}`,
      );
    }
  };
  return oracle;
}

/** Values by the position from which on they hold. */
type History<Value> = Map<string, { readonly from: string; readonly value: Value }[]>;

/** What access depends on, as of every position, from the documents as they were written. */
class Facts {
  readonly #viewers: History<Viewer> = new Map();
  readonly #campuses: History<string> = new Map();
  readonly #postCampuses = new Map<string, string>();
  readonly #roots = new Map<string, string>();
  /** From which position on a post is gone; there is no way back but a restored backup. */
  readonly #gone: History<true> = new Map();
  readonly #authored = new Map<string, Set<string>>();

  constructor({ disk }: SimServer) {
    const learnAll = () => {
      for (const name of ['accounts', 'people', 'posts']) {
        for (const document of disk.readModels.documents.all(name)) this.#learn(document);
      }
    };
    learnAll();
    // The first read models of a release are folded from the log, without a commit.
    disk.onBegin = learnAll;
    disk.onRestore = (position) => {
      forgetAfter(this.#viewers, position);
      forgetAfter(this.#campuses, position);
      forgetAfter(this.#gone, position);
    };
    disk.onCommit = ({ rows }) => {
      for (const row of rows) this.#learn(row);
    };
  }

  viewerOf({ userId }: Reader, position: string): Viewer {
    return userId === null ? VISITOR : (at(this.#viewers, userId, position) ?? viewerOfAccount(userId, null));
  }

  campusOfPerson(userId: string, position: string): string | undefined {
    return at(this.#campuses, userId, position);
  }

  campusOfPost(postId: string): string | undefined {
    return this.#postCampuses.get(postId);
  }

  /** Whether a post, or the post below which a comment stands, was gone as of a position: nobody is told of it. */
  isGone(postId: string, position: string): boolean {
    return at(this.#gone, this.#roots.get(postId) ?? postId, position) === true;
  }

  /** Campuses on which a person has written. */
  campusesOfAuthor(userId: string): Iterable<string> {
    return this.#authored.get(userId) ?? [];
  }

  #learn({ collection, key, position, doc }: Versioned): void {
    if (collection === 'accounts') {
      note(this.#viewers, key, position, viewerOfAccount(key, doc as Account | null));
    } else if (collection === 'people' && doc !== null) {
      note(this.#campuses, key, position, (doc as Person).campus);
    } else if (collection === 'posts' && doc === null) {
      note(this.#gone, key, position, true);
    } else if (collection === 'posts') {
      const { campus, author, root } = doc as Post;
      this.#postCampuses.set(key, campus);
      this.#roots.set(key, root);
      this.#authored.set(author, (this.#authored.get(author) ?? new Set()).add(campus));
    }
  }
}

function note<Value>(history: History<Value>, key: string, from: string, value: Value): void {
  const known = history.get(key);
  if (known === undefined) history.set(key, [{ from, value }]);
  else if ((known.at(-1)?.from ?? '') < from) known.push({ from, value });
}

/** What came after a position is lost. */
function forgetAfter<Value>(history: History<Value>, position: string): void {
  for (const [key, values] of history)
    history.set(
      key,
      values.filter(({ from }) => from <= position),
    );
}

function at<Value>(history: History<Value>, key: string, position: string): Value | undefined {
  return history.get(key)?.findLast(({ from }) => from <= position)?.value;
}

function maySee(facts: Facts, reader: Reader, { collection, key, doc }: WireDocument, position: string): boolean {
  const viewer = facts.viewerOf(reader, position);
  const maySeeIfKnown = (campus: string | undefined) => campus === undefined || maySeeCampus(viewer, campus);
  switch (collection) {
    case 'accounts':
      return key === viewer.userId;
    case 'saves':
      return (doc as unknown as Save).user === viewer.userId;
    case 'posts':
      return maySeeCampus(viewer, (doc as unknown as Post).campus) && !facts.isGone(key, position);
    case 'postCounters':
      return !facts.isGone(key, position) && maySeeIfKnown(facts.campusOfPost(key));
    case 'people':
    case 'authorCounters':
      // Oneself, the people of a campus that one may see, and the authors of what one may see.
      if (key === viewer.userId || maySeeIfKnown(facts.campusOfPerson(key, position))) return true;
      return [...facts.campusesOfAuthor(key)].some((campus) => maySeeCampus(viewer, campus));
    case 'campuses':
      return maySeeCampus(viewer, key);
    default:
      return false;
  }
}
