import * as z from 'zod/mini';
import { defineSetting, SWITCHES } from './setting.ts';

/** Preview cards of links. */
export interface PreviewPart {
  /** Whether pages that people link to are read for preview cards. */
  readonly linkPreviews: boolean;
}

/** An operator's variable of preview cards. */
export const previewSetting = defineSetting({
  variables: { LINK_PREVIEWS: { schema: z.enum(SWITCHES), takes: SWITCHES.join(' or ') } },
  table: [
    {
      names: ['LINK_PREVIEWS'],
      default: '`on`',
      says: '`off`: no page that a post links to is read for a preview card',
    },
  ],
  read: ({ LINK_PREVIEWS }): PreviewPart => ({ linkPreviews: LINK_PREVIEWS !== 'off' }),
});
