import { reveal } from '#domain/kernel/personal.ts';
import { previewAccess } from '#domain/preview/access.ts';
import type { PreviewState } from '#domain/preview/state.ts';
import { type Preview, previews } from '#projections/preview/collections.ts';
import { revealed } from '../http/revealed.ts';
import { defineFiles } from '../media/nounFiles.ts';
import { readStandingPost } from '../post/face.ts';

/** Our copies of the pictures of foreign pages. */
export const previewFiles = defineFiles<PreviewState>({
  kind: 'previews',
  category: 'preview',
  accepts: ['jpeg', 'png', 'gif', 'webp'],
  namedAfter(event) {
    switch (event.type) {
      case 'LinkPreviewed': {
        const picture = reveal(event.data.card)?.picture ?? null;
        return picture === null ? [] : [picture.name];
      }
      case 'PreviewRemoved':
        return [];
      default:
        return null;
    }
  },
  /** The reactor alone puts pictures here. */
  refusesUpload: () => 'NOT_ALLOWED',
  async shown(store, id, name) {
    const post = await readStandingPost(store, id);
    if (post === undefined || post === null) return 'gone';
    const [found] = await store.get([{ collection: previews.name, key: id }]);
    const preview = (found?.doc ?? null) as Preview | null;
    if (preview === null || revealed(preview.card)?.picture?.name !== name) return 'gone';
    return { owner: preview.author, maySee: (reader) => previewAccess.maySee(reader, preview) };
  },
});
