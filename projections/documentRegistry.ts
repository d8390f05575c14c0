import { documents } from './documents.ts';
import { createDocumentRegistry } from './kernel/documents.ts';

/** Derived from the list of documents: collections and topics. It is all that a page needs before anybody acts. */
export const { collections, topicKinds, findTopic, rights, signals } = createDocumentRegistry(documents);
