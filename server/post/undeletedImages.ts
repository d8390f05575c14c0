import type { AnyRecordedEvent } from '#domain/registry.ts';
import { type EventLog, START } from '#projections/engine/eventLog.ts';
import { typedEvent } from '../log/typedEvent.ts';
import { namedFiles } from '../media/nounFiles.ts';
import type { Answer } from '../reactors/reactor.ts';
import { postFiles } from './files.ts';

/** Milliseconds that deleting a post's pictures may take before its author gets a notice (D29). */
export const IMAGES_DELETED_WITHIN_MS = 10 * 60_000;
/** Events of the log that are read at a time. */
const READ_EVENTS = 500;

/** Runs a deletion of files; if it keeps failing, the authors of the posts get a notice (POST-18). */
export type RemoveFiles = (event: AnyRecordedEvent, remove: () => Promise<void>) => Promise<void>;

/**
 * Makes the runner of deletions. The reactor stays at the event whose files cannot be deleted, so the runner checks the
 * deletions behind it too.
 */
export function createRemoveFiles(options: {
  readonly log: Pick<EventLog, 'readAll' | 'readStream'>;
  readonly answer: Answer;
  readonly clock: () => Date;
}): RemoveFiles {
  const { log, answer, clock } = options;
  /** Position up to which authors have had their notices. */
  let heard = START;

  const isOverdue = ({ meta }: AnyRecordedEvent) => clock().getTime() - Date.parse(meta.at) >= IMAGES_DELETED_WITHIN_MS;

  async function note(event: AnyRecordedEvent): Promise<void> {
    if (event.type !== 'PostDeleted') return;
    const { postId, cause } = event.data;
    // Only an author who deleted the post expects the pictures to go.
    if (cause !== 'author') return;
    const before = (await log.readStream(event.stream)).filter(({ revision }) => revision < event.revision);
    if (namedFiles(postFiles, before).size === 0) return;
    await answer(event, 'images', { type: 'RecordImagesNotDeleted', data: { postId } });
  }

  async function noteOverdue(blocked: AnyRecordedEvent): Promise<void> {
    if (!isOverdue(blocked)) return;
    if (heard < blocked.position) {
      await note(blocked);
      heard = blocked.position;
    }
    for (;;) {
      const behind = await log.readAll(heard, READ_EVENTS);
      if (behind.length === 0) return;
      for (const event of behind.map(typedEvent)) {
        if (!isOverdue(event)) return;
        await note(event);
        heard = event.position;
      }
    }
  }

  return async (event, remove) => {
    try {
      await remove();
    } catch (error) {
      await noteOverdue(event);
      throw error;
    }
  };
}
