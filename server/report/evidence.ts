import { reveal } from '#domain/kernel/personal.ts';
import { reportAccess } from '#domain/report/access.ts';
import { caseFact } from '#domain/report/state.ts';
import { type Case, cases } from '#projections/report/collections.ts';
import type { FileHold } from '../media/holds.ts';

/**
 * The photos of reported posts and comments: kept while their case is open, and `EVIDENCE_FILES_KEPT_DAYS` after it, for
 * moderators alone. An erasure removes all files of a person all the same.
 */
export const evidenceHold: FileHold = {
  kind: 'posts',
  heldIn: async (dispatcher, id) => (await dispatcher.stateOf(caseFact(id))).kept,
  async shown(store, id, name) {
    const [found] = await store.get([{ collection: cases.name, key: id }]);
    const files = found?.doc == null ? null : reveal((found.doc as Case).files);
    return files?.includes(name) === true ? reportAccess.maySee : null;
  },
};
