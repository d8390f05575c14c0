import { attachTo } from '../kernel/attachment.ts';
import { defineDocuments } from '../kernel/documents.ts';
import { accounts } from '../user/collections.ts';
import { settings } from './collections.ts';

/** The settings, which come with their owner's account. */
export const settingsDocuments = defineDocuments({
  name: 'settings',
  collections: [settings],
  topics: {},
  attachments: [attachTo(accounts, { refs: ({ id }) => [{ collection: settings.name, key: id }] })],
});
