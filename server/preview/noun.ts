import { reveal } from '#domain/kernel/personal.ts';
import { defineServerNoun } from '../noun.ts';
import { previewFiles } from './files.ts';
import { createPreviewReactor } from './reactor.ts';

/** The cards of links: made and ended by a reactor, with our own copies of their pictures. */
export const previewNoun = defineServerNoun({
  name: 'preview',
  reactors: { previews: createPreviewReactor },
  archive: {
    LinkPreviewed({ data }) {
      const card = reveal(data.card);
      return { what: 'A preview of a link was added to your post', text: card && `${card.title} (${card.url})` };
    },
    PreviewRemoved: ({ data: { cause } }) => ({
      what: cause === 'author' ? 'You removed the preview of a link' : 'The preview of a link was removed',
    }),
  },
  files: previewFiles,
});
