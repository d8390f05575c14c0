import type { Reader } from '#domain/kernel/access.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { AnyEvent } from '#domain/registry.ts';
import { typedEvent } from '../log/typedEvent.ts';
import { type FileKinds, type FileType, VIDEO_TYPES } from '../ports/media.ts';
import type { OpenReads } from '../read/openReads.ts';

/** Visibility of a picture: named by a document, by none yet, or by one that is gone. */
export type Shown =
  | 'unnamed'
  | 'gone'
  | {
      readonly owner: string;
      maySee(reader: Reader): boolean;
      /** No cache keeps it, not even the reader's own: what two people showed each other. */
      readonly isConfidential?: true;
    };

/**
 * The files of a noun: photos, videos and their posters. The media store has them under `<kind>/<id>/<name>`, and
 * they are served under `/images/<kind>/<id>/<name>`, where `id` is the id of one of the noun's streams.
 */
export interface NounFiles {
  readonly kind: string;
  /** Category of the streams whose events name them. */
  readonly category: string;
  /** Types of files that are taken. */
  readonly accepts: readonly FileType[];
  /** Names of files after an event of the stream; `null`: the event does not concern files. */
  namedAfter(event: AnyEvent): readonly string[] | null;
  /**
   * The code with which an upload is refused, `null` if the user may upload files.
   * @param state of the stream, as the decider has it
   */
  refusesUpload(state: unknown, id: string, userId: string): string | null;
  /** The document of the read models that shows a picture. */
  shown(store: Pick<OpenReads, 'get'>, id: string, name: string): Promise<Shown>;
}

/** Declares the files of a noun. `State` is that of the noun's decider. */
export function defineFiles<State>(
  files: Omit<NounFiles, 'refusesUpload'> & {
    refusesUpload(state: State, id: string, userId: string): string | null;
  },
): NounFiles {
  return { ...files, refusesUpload: (state, id, userId) => files.refusesUpload(state as State, id, userId) };
}

/** Whether a noun takes videos. */
export function takesVideos({ accepts }: Pick<NounFiles, 'accepts'>): boolean {
  return VIDEO_TYPES.some((type) => accepts.includes(type));
}

/** The kinds of the media store's folders, with the types that each noun accepts. */
export function fileKindsOf(all: readonly NounFiles[]): FileKinds {
  return Object.fromEntries(all.map(({ kind, accepts }) => [kind, accepts]));
}

/** The files to which a folder of the media store belongs, and the id in it; `null`: no noun has such a folder. */
export function findFiles<P extends NounFiles>(
  all: readonly P[],
  folder: string,
): { readonly files: P; readonly id: string } | null {
  const [kind, id = ''] = folder.split('/');
  const files = all.find((each) => each.kind === kind);
  return files === undefined ? null : { files, id };
}

/** Names that a stream names after the given events of it. */
export function namedFiles(files: NounFiles, events: readonly RecordedEvent[]): ReadonlySet<string> {
  let names: readonly string[] = [];
  for (const event of events) names = files.namedAfter(typedEvent(event)) ?? names;
  return new Set(names);
}
