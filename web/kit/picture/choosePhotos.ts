import { POST_MAX_FILES } from '#domain/kernel/limits.ts';

/** Types that the file picker offers; iOS converts its HEIC pictures to JPEG for it (Q25). */
export const POST_PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
/** Profile pictures (PROF-23). */
export const PROFILE_PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;

export interface ChosenFiles {
  readonly accepted: readonly File[];
  /** Messages, in this order. */
  readonly refusals: readonly { readonly type: 'okay' | 'danger'; readonly text: string }[];
}

/** The accepted files: pictures only, and at most ten with the present ones (POST-06). */
export function chooseFiles(
  files: readonly File[],
  existing: number,
  types: readonly string[] = POST_PHOTO_TYPES,
): ChosenFiles {
  const photos = files.filter((file) => types.includes(file.type));
  const room = Math.max(0, POST_MAX_FILES - existing);
  return {
    accepted: photos.slice(0, room),
    refusals: [
      ...(photos.length < files.length ? [{ type: 'danger', text: 'Only photos are allowed!' } as const] : []),
      ...(photos.length > room ? [{ type: 'okay', text: 'Please choose up to 10 photos.' } as const] : []),
    ],
  };
}
