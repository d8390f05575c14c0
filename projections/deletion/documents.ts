import { defineDocuments } from '../kernel/documents.ts';
import { deletions } from './collections.ts';

/** Whose account is going to be deleted. */
export const deletionDocuments = defineDocuments({ name: 'deletion', collections: [deletions], topics: {} });
