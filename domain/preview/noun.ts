import { defineNoun } from '../kernel/noun.ts';
import { previewAccess } from './access.ts';
import { previewCommands } from './commands.ts';
import { previewDecider } from './decider.ts';
import { previewEvents } from './events.ts';
import { previewRejections } from './rejections.ts';

/** Preview cards: what the page behind a post's first link says of itself. */
export const previewNoun = defineNoun({
  name: 'preview',
  events: previewEvents,
  commands: previewCommands,
  decider: previewDecider,
  rejections: previewRejections,
  access: previewAccess,
});
