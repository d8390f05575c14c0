import { campuses } from '#domain/campus/registry.ts';
import type { Reader } from '#domain/kernel/access.ts';
import type { Community } from '#projections/campus/collections.ts';
import { laterPosition } from '#projections/sync/position.ts';
import type { WireDocument } from '#projections/sync/protocol.ts';
import type { Account } from '#projections/user/collections.ts';
import { VAULT_POLL_EVERY_MS } from '#server/kernel/vaultTail.ts';
import { RecordedDocuments } from '#test/model/documentHistory.ts';
import { models } from '#test/model/nouns.ts';
import type { SimServer } from './simServer.ts';
import type { Wiretap } from './simTransport.ts';

/** After every position: as the read models are. */
const NOW = '\uffff';
/** Milliseconds that a poll of the vault may take. */
const POLL_TAKES_MS = 50;

/** Observes everything sent. */
export interface AccessOracle {
  readonly wiretap: Wiretap;
  /** Documents that were sent to a reader who may not see them. */
  readonly leaks: string[];
  /** Documents that were sent. */
  sent: number;
}

/** Documents of a packet or an answer, and its position. */
interface SentDocuments {
  readonly position?: string;
  readonly cursor?: { readonly position: string };
  readonly documents?: readonly WireDocument[];
  readonly refs?: readonly WireDocument[];
}

/** Who may see the documents of a collection, by the models of the nouns. */
const rules = new Map(models.flatMap(({ access }) => Object.entries(access)));

/**
 * Observes everything sent and records each document that its reader may not see, by the rules in the nouns' models,
 * which follow the specification and not the hub's code. A packet as of a position is checked against the rights as of
 * that position, or of the document's own version if that is newer. A right that is in the read models and not published
 * yet counts, too: a topic may be asked for by a right that begins just then, and its subscriber gets the rows which the
 * hub has still to publish, of before. And no personal document may go to an ended session: not from its own process, and
 * from another one only until that has read the vault's changes.
 */
export function accessOracle(server: SimServer): AccessOracle {
  const history = recordDocuments(server);
  const isOver = recordSessions(server);
  const oracle = { leaks: [] as string[], sent: 0, wiretap: (() => undefined) as Wiretap };
  oracle.wiretap = (reader, event, payload) => {
    const { documents = [], refs = [], position, cursor } = payload as SentDocuments;
    if (documents.length + refs.length === 0) return;
    if (reader.sessionId !== null && isOver(reader.sessionId)) {
      oracle.leaks.push(`${event} to ${reader.userId} in a session that has ended`);
    }
    const publishedAt = position ?? cursor?.position ?? '';
    for (const document of [...documents, ...refs]) {
      oracle.sent += 1;
      const { collection, key, doc } = document;
      if (doc === null) continue;
      const asOf = laterPosition(document.position, publishedAt);
      const maySeeAt = (position: string) => {
        const viewer = readerAsOf(history, reader.userId, position);
        return rules.get(collection)?.({ viewer, key, doc, position, history }) === true;
      };
      // A right that begins after a document has gone does not reach it.
      if (maySeeAt(asOf) || (history.at(collection, key, NOW) != null && maySeeAt(NOW))) continue;
      oracle.leaks.push(`${event} at ${publishedAt} to ${reader.userId}: ${collection} ${key} ${document.position}`);
    }
  };
  return oracle;
}

/** Finds the sessions that have ended so long ago that every process must have heard of it. */
function recordSessions({ disk, time, hasTwo }: SimServer): (sessionId: string) => boolean {
  const endedAt = new Map<string, number>();
  disk.sessions.onEnd = (sessionId) => endedAt.set(sessionId, time.clock.now());
  return (sessionId) => {
    if (disk.sessions.has(sessionId)) return false;
    const since = time.clock.now() - (endedAt.get(sessionId) ?? 0);
    return !hasTwo || since > VAULT_POLL_EVERY_MS + POLL_TAKES_MS;
  };
}

/** Every version of every document of the read models, as they are written. */
function recordDocuments({ disk }: SimServer): RecordedDocuments {
  const history = new RecordedDocuments();
  const learnAll = () => {
    for (const collection of rules.keys()) {
      for (const document of disk.readModels.documents.all(collection)) history.learn(document);
    }
  };
  learnAll();
  // The first read models of a release are folded from the log, without a commit.
  disk.onBegin = learnAll;
  disk.onRestore = (position) => history.forgetAfter(position);
  disk.onCommit = ({ rows }) => {
    for (const row of rows) history.learn(row);
  };
  return history;
}

/**
 * The reader, by the account and the privacy of the campuses as of a position: said once more, so that a wrong rule of the
 * program is found. A banned person is a visitor; one whose account is going to be deleted has no right but to it.
 */
function readerAsOf(history: RecordedDocuments, userId: string | null, position: string): Reader {
  const isClosed = (id: string) =>
    (history.at('communities', id, position) as Community | null | undefined)?.privacy === 'private';
  const closed = campuses.map(({ id }) => id).filter(isClosed);
  const account = history.at('accounts', userId ?? '', position) as Account | null | undefined;
  const isVisitor = userId === null || account?.isBanned === true;
  const rights = account == null || isVisitor || account.deletion !== null ? NO_RIGHTS : account;
  const { verified, memberOf, isModerator } = rights;
  return { userId: isVisitor ? null : userId, verified, memberOf, isModerator, closed };
}

const NO_RIGHTS = { verified: false, memberOf: null, isModerator: false };
