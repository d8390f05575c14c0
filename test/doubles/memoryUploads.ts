import type { IndexedUpload, MediaStore, Upload } from '#server/ports/media.ts';

/** The part of a media store that knows uploads and has no files. */
export type UploadsPart = Pick<
  MediaStore,
  'describe' | 'unsettled' | 'unsettledBytes' | 'unsettledOf' | 'withdrawn' | 'settle' | 'withdraw' | 'discard'
>;

/** Uploads in memory, as a media store treats them. @param uploads by `<folder>/<name>` */
export function memoryUploads(uploads: Map<string, Upload>): UploadsPart {
  const settled = new Set<Upload>();
  /** Instants at which uploads were withdrawn. */
  const withdrawn = new Map<Upload, string>();

  const those = (named: readonly IndexedUpload[]) =>
    named.flatMap(({ folder, name }) => uploads.get(`${folder}/${name}`) ?? []);
  const indexed = (which: (upload: Upload) => boolean) =>
    [...uploads.values()].filter(which).map(({ folder, media, owner }) => ({ folder, name: media.name, owner }));
  const isOpen = (upload: Upload) => !settled.has(upload) && !withdrawn.has(upload);

  return {
    async describe(folder, names) {
      const found = those(names.map((name) => ({ folder, name, owner: '' })));
      return new Map(found.filter((each) => !withdrawn.has(each)).map((each) => [each.media.name, each]));
    },
    unsettled: async (before) => indexed((each) => each.at < before && isOpen(each)),
    // They have no bytes.
    unsettledBytes: async () => indexed(isOpen).map((each) => ({ ...each, bytes: 0 })),
    unsettledOf: async (owner) => indexed((each) => each.owner === owner && isOpen(each)),
    withdrawn: async (before) => indexed((each) => (withdrawn.get(each) ?? before) < before),
    async settle(named) {
      for (const each of those(named)) {
        settled.add(each);
        withdrawn.delete(each);
      }
    },
    async withdraw(named, at) {
      for (const each of those(named)) withdrawn.set(each, at);
    },
    async discard(named) {
      for (const each of those(named)) {
        if (withdrawn.delete(each)) uploads.delete(`${each.folder}/${each.media.name}`);
      }
    },
  };
}
