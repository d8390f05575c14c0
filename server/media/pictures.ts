import type { Reader } from '#domain/kernel/access.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { AnyEvent } from '#domain/registry.ts';
import { typedEvent } from '../log/typedEvent.ts';
import { type FileKinds, type FileType, VIDEO_TYPES } from '../ports/media.ts';
import type { OpenReads } from '../read/openReads.ts';

/** Visibility of a picture: named by a document, by none yet, or by one that is gone. */
export type Shown = 'unnamed' | 'gone' | { readonly owner: string; maySee(reader: Reader): boolean };

/**
 * The pictures, and videos, of a noun. The media store has them under `<kind>/<id>/<name>` and are served under
 * `/images/<kind>/<id>/<name>`, where `id` is the id of one of the noun's streams.
 */
export interface Pictures {
  readonly kind: string;
  /** Category of the streams whose events name them. */
  readonly category: string;
  /** Types of files that are taken. */
  readonly accepts: readonly FileType[];
  /** Names of pictures after an event of the stream; `null`: the event does not concern pictures. */
  namedAfter(event: AnyEvent): readonly string[] | null;
  /**
   * The code with which an upload is refused, `null` if the user may upload pictures.
   * @param state of the stream, as the decider has it
   */
  refusesUpload(state: unknown, id: string, userId: string): string | null;
  /** The document of the read models that shows a picture. */
  shown(store: Pick<OpenReads, 'get'>, id: string, name: string): Promise<Shown>;
}

/** Declares the pictures of a noun. `State` is that of the noun's decider. */
export function definePictures<State>(
  pictures: Omit<Pictures, 'refusesUpload'> & {
    refusesUpload(state: State, id: string, userId: string): string | null;
  },
): Pictures {
  return { ...pictures, refusesUpload: (state, id, userId) => pictures.refusesUpload(state as State, id, userId) };
}

/** Whether a noun takes videos. */
export function takesVideos({ accepts }: Pick<Pictures, 'accepts'>): boolean {
  return VIDEO_TYPES.some((type) => accepts.includes(type));
}

/** The kinds of the media store's folders, with the types that each noun accepts. */
export function pictureKindsOf(all: readonly Pictures[]): FileKinds {
  return Object.fromEntries(all.map(({ kind, accepts }) => [kind, accepts]));
}

/** The pictures to which a folder of the media store belongs, and the id in it; `null`: no noun has such a folder. */
export function findPictures<P extends Pictures>(
  all: readonly P[],
  folder: string,
): { readonly pictures: P; readonly id: string } | null {
  const [kind, id = ''] = folder.split('/');
  const pictures = all.find((each) => each.kind === kind);
  return pictures === undefined ? null : { pictures, id };
}

/** Names that a stream names after the given events of it. */
export function namedFiles(pictures: Pictures, events: readonly RecordedEvent[]): ReadonlySet<string> {
  let names: readonly string[] = [];
  for (const event of events) names = pictures.namedAfter(typedEvent(event)) ?? names;
  return new Set(names);
}
