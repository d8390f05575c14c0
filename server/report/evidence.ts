import { reveal } from '#domain/kernel/personal.ts';
import { reportAccess } from '#domain/report/access.ts';
import { caseFact } from '#domain/report/state.ts';
import { type Case, cases } from '#projections/report/collections.ts';
import type { FileHold } from '../media/holds.ts';

/**
 * The files of what was reported, of one kind: kept while their case is open, and `EVIDENCE_FILES_KEPT_DAYS` after it,
 * for moderators alone. An erasure removes all files of a person all the same.
 */
const holdOf = (kind: string): FileHold => ({
  kind,
  heldIn: async (dispatcher, id) => (await dispatcher.stateOf(caseFact(id))).kept,
  async shown(store, id, name) {
    const [found] = await store.get([{ collection: cases.name, key: id }]);
    const files = found?.doc == null ? null : reveal((found.doc as Case).files);
    return files?.includes(name) === true ? reportAccess.maySee : null;
  },
});

/** Photos and videos of reported posts, comments and messages, and pictures of reported profiles. A case has the id of its thing. */
export const evidenceHolds: readonly FileHold[] = ['posts', 'profilePics', 'messages'].map(holdOf);
