import { merge } from '#domain/kernel/merge.ts';
import { type Attachment, withAttachments } from './attachment.ts';
import type { AnyCollection } from './collection.ts';
import { erasures } from './erasure.ts';
import type { Right } from './right.ts';
import { type AnySignal, signalsByName } from './signal.ts';
import { createFindTopic, type Topic, type TopicKinds } from './topic.ts';

/**
 * A noun's documents and the topics by which people follow them: all that a page needs to show them. It is apart from the
 * rules that change them (events, folds, predictions), because a browser loads those only after its first view.
 */
export interface NounDocuments<Kinds extends TopicKinds = TopicKinds> {
  readonly name: string;
  readonly collections: readonly AnyCollection[];
  /** Topics by the kind in their name. */
  readonly topics: Kinds;
  /** Documents of its own that come with those of other nouns. */
  readonly attachments: readonly Attachment[];
  /** Parts of what people may see that its documents decide. */
  readonly rights: readonly Right[];
  /** News that is true for a moment, behind its topics. */
  readonly signals: readonly AnySignal[];
}

/** Parts that a noun leaves out where it has none. */
type Optional = 'attachments' | 'rights' | 'signals';

/** Declares a noun's documents. */
export function defineDocuments<Kinds extends TopicKinds = TopicKinds>(
  declaration: Omit<NounDocuments<Kinds>, Optional> & Partial<Pick<NounDocuments, Optional>>,
): NounDocuments<Kinds> {
  return { attachments: [], rights: [], signals: [], ...declaration };
}

/** Everything that follows from a list of nouns' documents. */
export interface DocumentRegistry {
  /** All collections by name, the kernel's own included. */
  readonly collections: ReadonlyMap<string, AnyCollection>;
  /** The topics of all nouns, by the kind in their name. */
  readonly topicKinds: TopicKinds;
  /** The topic of a name, or `null` when there is none. */
  findTopic(name: string): Topic | null;
  /** The rights of all nouns. */
  readonly rights: readonly Right[];
  /** The signals of all nouns, by name. */
  readonly signals: Readonly<Record<string, AnySignal>>;
}

/**
 * Derives everything that is known by name from a list of nouns' documents.
 * @throws Error two nouns share a collection, a topic or a signal; something is attached to a collection that is not there
 */
export function createDocumentRegistry(nouns: readonly NounDocuments[]): DocumentRegistry {
  const attachments = nouns.flatMap((noun) => noun.attachments);
  const own = withAttachments([{ collections: [erasures] }, ...nouns], attachments).flatMap((noun) => noun.collections);
  const topicKinds = merge(nouns.map(({ topics }) => topics));
  return {
    collections: new Map(Object.entries(merge(own.map((collection) => ({ [collection.name]: collection }))))),
    topicKinds,
    findTopic: createFindTopic(topicKinds),
    rights: nouns.flatMap((noun) => noun.rights),
    signals: signalsByName(
      nouns.flatMap((noun) => noun.signals),
      topicKinds,
    ),
  };
}
