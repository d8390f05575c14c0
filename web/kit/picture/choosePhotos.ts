import { POST_MAX_FILES, VIDEO_MAX_BYTES } from '#domain/kernel/limits.ts';

/** Types of photos that the file picker offers; iOS converts its HEIC pictures to JPEG for it (Q25). */
const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
/** Profile pictures (PROF-23). */
export const PROFILE_PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;

/** Endings and the types that stand for them: some systems name no type, or one of their own (POST-06, Q25). */
const VIDEO_ENDING = /\.(mp4|m4v|mov|qt|avi)$/i;
const VIDEO_TYPE = /^(video\/.+)?$/;
const HEIC_ENDING = /\.hei[cf]$/i;
const HEIC_TYPE = /^image\/hei[cf]$/;

/** Pictures that some browsers read and the server does not take: they become JPEG (D46). */
const READABLE_TYPES = ['image/avif', 'image/bmp', 'image/x-icon', 'image/tiff', 'image/jxl', 'image/svg+xml'];
/** Types that a file has by its content (`withOwnType`). */
const VIDEO_CONTENT = ['video/mp4', 'video/quicktime', 'video/x-msvideo'];

/** The types that the file picker of a post offers. */
export const POST_FILE_TYPES: readonly string[] = [...PHOTO_TYPES, 'video/mp4', 'video/quicktime', '.mov', '.avi'];

/** Whether a file is a video, by type and ending. */
export function isVideoFile({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return VIDEO_CONTENT.includes(type) || (VIDEO_ENDING.test(name) && VIDEO_TYPE.test(type) && type !== 'video/webm');
}

/** Whether a picture is of a kind that has to become JPEG before the server takes it. */
export function isToConvert({ type }: Pick<File, 'type'>): boolean {
  return READABLE_TYPES.includes(type);
}

/** Whether a file is a photo of an iPhone as it lies there; it is converted before anything else. */
export function isHeicFile({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return HEIC_TYPE.test(type) || (type === '' && HEIC_ENDING.test(name));
}

export interface ChosenFiles {
  readonly accepted: readonly File[];
  /** Those that are no photos or videos. */
  readonly others: readonly File[];
  /** Messages, in this order. */
  readonly refusals: readonly { readonly type: 'okay' | 'danger'; readonly text: string }[];
}

/** How many files something takes, and what is said of more. */
export interface FileLimit {
  readonly most: number;
  readonly tooMany: string;
}

/** Of a post or comment (POST-06). */
const POST_FILES: FileLimit = { most: POST_MAX_FILES, tooMany: 'Please choose up to 10 photos.' };

/**
 * The accepted files of a post: photos and videos only, no video too large, and at most ten with the present ones (POST-06).
 *
 * @param limit of something else
 */
export function chooseFiles(files: readonly File[], existing: number, limit: FileLimit = POST_FILES): ChosenFiles {
  const isPhoto = (file: File) =>
    PHOTO_TYPES.some((type) => type === file.type) || isHeicFile(file) || isToConvert(file);
  const known = files.filter((file) => isPhoto(file) || isVideoFile(file));
  const fitting = known.filter((file) => isPhoto(file) || file.size <= VIDEO_MAX_BYTES);
  const room = Math.max(0, limit.most - existing);
  const refusals: [boolean, ChosenFiles['refusals'][number]][] = [
    [known.length < files.length, { type: 'danger', text: 'Only photos & videos are allowed!' }],
    [fitting.length < known.length, { type: 'danger', text: VIDEO_TOO_LARGE }],
    [fitting.length > room, { type: 'okay', text: limit.tooMany }],
  ];
  return {
    accepted: fitting.slice(0, room),
    others: files.filter((file) => !known.includes(file)),
    refusals: refusals.flatMap(([applies, refusal]) => (applies ? refusal : [])),
  };
}

/** The same words as the server's (`VIDEO_TOO_LARGE`), before anything is sent. */
const VIDEO_TOO_LARGE = `A video may have at most ${VIDEO_MAX_BYTES / 1024 / 1024} MB. Please choose a smaller one.`;

/** The accepted profile picture: one photo (PROF-23). */
export function chooseProfilePhoto(file: File): ChosenFiles {
  const isTaken = PROFILE_PHOTO_TYPES.some((type) => type === file.type);
  return isTaken
    ? { accepted: [file], others: [], refusals: [] }
    : { accepted: [], others: [file], refusals: [{ type: 'danger', text: 'Only photos are allowed!' }] };
}
