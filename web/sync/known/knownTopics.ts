import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { type TopicAnswer, topicAnswerSchema } from '#projections/sync/protocol.ts';
import { deviceNow } from '../../kit/time/serverClock.ts';

const DATABASE = 'quad.known';
const TABLE = 'topics';

/** Form of a record. Another release's records are not read. */
const FORM = 1;
/** Topics that are kept for a viewer: the last that were shown. */
export const KNOWN_TOPICS_MAX = 40;
/** Milliseconds after which a topic is not kept any more: what is shown without a network should not be older. */
export const KNOWN_MAX_MS = 7 * 24 * 3_600_000;

/** A topic as it was last shown to a viewer. */
interface Known {
  readonly form: number;
  /** `''`: a visitor. */
  readonly viewer: string;
  readonly topic: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly answer: TopicAnswer;
}

/** The topics of a page as it shows them. */
export interface Shown {
  /** Topics that are live, each as an answer that brings again what it shows. */
  readonly topics: Readonly<Record<string, TopicAnswer>>;
  /** Names of topics that the hub refuses: nothing of them may be shown again. */
  readonly refused: readonly string[];
}

/** Topics as this browser's pages showed them last, for visits without a network. */
export interface KnownTopics {
  /** The topic as the viewer saw it last; `null`: it is not kept, or nothing can be read here. */
  recall(viewer: string | null, topic: string): Promise<TopicAnswer | null>;
  /** Keeps topics, forgets those that are refused, too many or too old, and all of other people. */
  keep(viewer: string | null, shown: Shown): Promise<void>;
  /** Forgets all that a person saw. */
  forget(userId: string): Promise<void>;
}

const keyOf = (viewer: string | null, topic: string) => `${viewer ?? ''} ${topic}`;

/** Keeps topics in IndexedDB, a record each. Without storage nothing is kept, which the console says once. */
export function createKnownTopics(now: () => number = deviceNow): KnownTopics {
  let opened: UseStore | null = null;
  let hasFailed = false;

  async function use<T>(mode: IDBTransactionMode, work: (table: IDBObjectStore) => Promise<T>): Promise<T | null> {
    try {
      opened ??= createStore(DATABASE, TABLE);
      return await opened(mode, work);
    } catch (error) {
      if (!hasFailed) console.warn('What this page shows can’t be kept for a visit without a network.', error);
      hasFailed = true;
      return null;
    }
  }

  const isOld = ({ form, at }: Known) => form !== FORM || now() - at > KNOWN_MAX_MS;

  return {
    async recall(viewer, topic) {
      const known = await use('readonly', (table) =>
        promisifyRequest<Known | undefined>(table.get(keyOf(viewer, topic))),
      );
      if (known == null || isOld(known)) return null;
      const good = topicAnswerSchema.safeParse(known.answer);
      return good.success ? good.data : null;
    },
    async keep(viewer, { topics, refused }) {
      await use('readwrite', async (table) => {
        for (const [topic, answer] of Object.entries(topics)) {
          const known: Known = { form: FORM, viewer: viewer ?? '', topic, at: now(), answer };
          table.put(known, keyOf(viewer, topic));
        }
        for (const topic of refused) table.delete(keyOf(viewer, topic));
        const all = await promisifyRequest<Known[]>(table.getAll());
        const own = all.filter((known) => known.viewer === (viewer ?? '')).sort((one, other) => other.at - one.at);
        // A browser is one person's at a time: whose session has ended leaves nothing here, however it ended.
        const others = all.filter((known) => known.viewer !== '' && known.viewer !== viewer);
        const gone = new Set([...own.slice(KNOWN_TOPICS_MAX), ...all.filter(isOld), ...others]);
        for (const known of gone) table.delete(keyOf(known.viewer === '' ? null : known.viewer, known.topic));
        await promisifyRequest(table.transaction);
      });
    },
    async forget(userId) {
      await use('readwrite', async (table) => {
        table.delete(IDBKeyRange.bound(`${userId} `, `${userId} \uffff`));
        await promisifyRequest(table.transaction);
      });
    },
  };
}
