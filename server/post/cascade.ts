import { postFolder } from '#domain/post/files.ts';
import { postFact } from '#domain/post/state.ts';
import type { AnyRecordedEvent } from '#domain/registry.ts';
import type { EventLog } from '#projections/engine/eventLog.ts';
import type { Projector } from '#projections/engine/projector.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { posts } from '#projections/post/collections.ts';
import { type HeldFiles, heldFiles } from '../media/holds.ts';
import { findFiles, namedFiles } from '../media/nounFiles.ts';
import type { Logger } from '../observability/logging.ts';
import type { MediaStore } from '../ports/media.ts';
import { type Dependents, endsWith } from '../reactors/dependents.ts';
import { endDependents } from '../reactors/endDependents.ts';
import { type Answer, createAnswer, type Reactor, type RecordedNamed } from '../reactors/reactor.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { createRemoveFiles } from './undeletedImages.ts';

/** Milliseconds for which the cascade waits until the read models have folded a deletion. */
const FOLD_TIMEOUT_MS = 30_000;
/** Comments end with their post, newest first, so that none is left as "[deleted]" for its replies. */
const comments = endsWith('post', posts, 'ofRoot', ({ id: postId }, above) => ({
  type: 'RemoveComment',
  data: { postId, above },
}));

export interface CascadeOptions {
  /** The files of every noun. */
  readonly files: readonly HeldFiles[];
  /** Documents of every noun that end with those of others. */
  readonly dependents: readonly Dependents[];
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>;
  readonly log: Pick<EventLog, 'readAll' | 'readStream'>;
  readonly media: Pick<MediaStore, 'remove'>;
  readonly readStore: Pick<ReadStore, 'get' | 'query'>;
  readonly projector: Pick<Projector, 'waitFor'>;
  /** Waits for milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly clock: () => Date;
  readonly logger: Logger;
}

/**
 * Follows up deletions and edits: ends comments below a deleted post, and deletes files that no event names any more
 * (POST-18, decisions D19), unless another noun holds them. The author already has the answer, so files that cannot be removed are retried, and after a
 * while the author gets a notice (D29). After a crash the event is handed over again.
 */
export function createCascadeReactor(options: CascadeOptions): Reactor {
  const { dispatcher } = options;
  const answer = createAnswer('cascade', dispatcher, options.logger);
  const removeFiles = createRemoveFiles({ ...options, answer });

  const isDeleted = async (postId: string) => (await dispatcher.stateOf(postFact(postId))).deleted;

  /** Ends a comment that was written while its post, or the comment that it answers, was being deleted. */
  async function endLateComment(event: RecordedNamed<'PostCreated'>): Promise<void> {
    const { postId, root, parent } = event.data;
    if (parent === null) return;
    if (await isDeleted(root)) {
      await answer(event, postId, { type: 'RemoveComment', data: { postId, above: root } });
    } else if ((await isDeleted(parent)) && (await foldedAway(event))) {
      await answer(event, postId, { type: 'RemoveComment', data: { postId, above: parent } });
    }
  }

  /** Whether the comment is invisible: one below a "[deleted]" comment is shown, one below nothing is not (Q28). */
  async function foldedAway({ data, position }: RecordedNamed<'PostCreated'>): Promise<boolean> {
    await options.projector.waitFor(position, FOLD_TIMEOUT_MS);
    const [comment] = await options.readStore.get([{ collection: posts.name, key: data.postId }]);
    return comment?.doc === null;
  }

  return {
    name: 'cascade',
    on: {
      PostCreated: endLateComment,
      async PostDeleted(event) {
        await removeFiles(event, () => removeFolder(event, options));
        await endBelow(event, answer, options);
      },
      async SubjectErased() {
        // The erasure reactor deletes all files of the person.
      },
    },
    async otherwise(event) {
      for (const files of options.files) {
        if (mayUnname(event, files)) await removeFiles(event, () => removeUnnamed(event, files, options));
      }
    },
  };
}

/**
 * Ends other nouns' documents that end with a deleted post or comment, and all comments below a post, a few at a time,
 * each by an event of its own: the fold of the deletion removed the one document only. After a crash, the repeated
 * event ends the rest.
 */
async function endBelow(event: RecordedNamed<'PostDeleted'>, answer: Answer, options: CascadeOptions): Promise<void> {
  await options.projector.waitFor(event.position, FOLD_TIMEOUT_MS);
  const kind = event.data.parent === null ? 'post' : 'comment';
  for (const dependents of [comments, ...options.dependents]) {
    if (dependents.of === kind) await endDependents(event, dependents, event.data.postId, answer, options);
  }
}

/** Whether an event may have removed a file's name: the first event of a stream cannot. */
function mayUnname(event: AnyRecordedEvent, { category, namedAfter }: HeldFiles): boolean {
  return event.revision > 0 && event.stream.startsWith(`${category}-`) && namedAfter(event) !== null;
}

/** Deletes all files of a deleted post but those that another noun holds. */
async function removeFolder(event: RecordedNamed<'PostDeleted'>, options: CascadeOptions): Promise<void> {
  const { postId } = event.data;
  const folder = postFolder(postId);
  const found = findFiles(options.files, folder);
  const isHeld = found !== null && (await heldFiles(found.files, postId, options.dispatcher)).size > 0;
  if (isHeld) await removeUnnamed(event, found.files, options);
  else await options.media.remove(folder);
}

/**
 * Deletes the files that an event's stream named before the event and does not name after it, but for those that
 * another noun holds.
 */
async function removeUnnamed(
  { stream, revision }: AnyRecordedEvent,
  files: HeldFiles,
  { log, media, dispatcher }: Pick<CascadeOptions, 'log' | 'media' | 'dispatcher'>,
): Promise<void> {
  const id = streamId(stream);
  const events = await log.readStream(stream);
  const before = namedFiles(
    files,
    events.filter((event) => event.revision < revision),
  );
  const now = namedFiles(files, events);
  const held = await heldFiles(files, id, dispatcher);
  const unnamed = [...before].filter((name) => !now.has(name) && !held.has(name));
  if (unnamed.length > 0) await media.remove(`${files.kind}/${id}`, unnamed);
}

/** The id of a stream. */
const streamId = (stream: string) => stream.slice(stream.indexOf('-') + 1);
