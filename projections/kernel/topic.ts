import type { Reader } from '#domain/kernel/access.ts';
import type { RejectionCode } from '#domain/registry.ts';
import type { AnyCollection, Collection, DocumentRef } from './collection.ts';

/** Reason why a topic cannot be joined: a rejection code, an unknown name, or a topic that the viewer may not see. */
export type TopicRefusal = 'TOPIC_UNKNOWN' | 'TOPIC_FORBIDDEN' | RejectionCode;

/** A topic's documents and the right to join it. A reader who may join it may see every document in it (P8). */
export interface Topic {
  readonly collection: string;
  readonly query: string;
  readonly values: readonly string[];
  /** Field that orders the window, greatest value first; `null`: the topic is one document. */
  readonly order: string | null;
  /** Documents in the first page, and in each further one. */
  readonly firstPage: number;
  readonly page: number;
  /** The documents are named, not found by the query: those of them that are there. */
  readonly some?: SomeDocuments;
  /** A document on which the right to join depends; it is read before `refuse` is asked. */
  readonly gate: DocumentRef | null;
  /** `null`: may join. `gate` is `undefined` when the document never existed and `null` for a tombstone. */
  refuse(reader: Reader, gate: unknown): TopicRefusal | null;
}

/** Documents by their ids, such as the hits of a search. */
export interface SomeDocuments {
  readonly ids: ReadonlySet<string>;
  /** Whether those who may join the topic may see the document: a name alone gives no right (P8). */
  readonly includes: (doc: never) => boolean;
}

/** Names of topics by kind: the parameters of each, in their order in the name. */
type TopicParameters = Readonly<Record<string, readonly string[]>>;

/** One string for each parameter. */
type ValuesOf<Parameters extends readonly string[]> = { readonly [Place in keyof Parameters]: string };

/** Makes names of topics of one kind. */
export interface TopicName<Values extends readonly string[]> {
  (...values: Values): string;
  /** Names of the parameters, in their order. */
  readonly parameters: readonly string[];
}

/** Makes names of topics, by kind: `postTopicNames.wall('ou', author)` is `wall:ou:<author>`. */
export type TopicNames<Parameters extends TopicParameters> = {
  readonly [Kind in keyof Parameters]: TopicName<ValuesOf<Parameters[Kind]>>;
};

/** Parts a topic's kind and parameters in its name. */
const SEPARATOR = ':';

/**
 * Declares the names of a noun's topics. They are apart from the topics because collections refer to topic names, and
 * topics refer to collections.
 */
export function defineTopicNames<const Parameters extends TopicParameters>(
  parameters: Parameters,
): TopicNames<Parameters> {
  const named = Object.entries(parameters).map(([kind, names]) => {
    const name = (...values: readonly string[]) => [kind, ...values].join(SEPARATOR);
    return [kind, Object.assign(name, { parameters: names })];
  });
  return Object.fromEntries(named) as TopicNames<Parameters>;
}

/** Topics of one kind. */
export interface TopicKind {
  readonly name: Pick<TopicName<never>, 'parameters'>;
  /** The topic of a list of parameters; `null` where they are not valid. */
  readonly topicOf: (...values: readonly string[]) => Topic | null;
}

/** Topics by the kind in their name. */
export type TopicKinds = Readonly<Record<string, TopicKind>>;

/**
 * Declares a noun's topics: for every name its documents (`windowOf`, `documentOf`) and its access rule (`forThose`,
 * `behind`). A name without its topic, and a topic without its access rule, do not compile.
 */
export function defineTopics<const Parameters extends TopicParameters>(
  names: TopicNames<Parameters>,
  topics: { readonly [Kind in keyof Parameters]: (...values: ValuesOf<Parameters[Kind]>) => Topic | null },
): Topics<Parameters> {
  const kinds = Object.keys(names).map((kind) => [kind, { name: names[kind], topicOf: topics[kind] }]);
  return Object.fromEntries(kinds) as Topics<Parameters>;
}

/** A noun's topics by kind. */
export type Topics<Parameters extends TopicParameters = TopicParameters> = {
  readonly [Kind in keyof Parameters]: TopicKind & { readonly name: TopicName<ValuesOf<Parameters[Kind]>> };
};

type Contents = Pick<Topic, 'collection' | 'query' | 'values' | 'order' | 'firstPage' | 'page' | 'some'>;
type Rights = Pick<Topic, 'gate' | 'refuse'>;

/**
 * A window over a query.
 *
 * @param page documents in each further page
 * @param firstPage documents in the first one
 */
export function windowOf(
  collection: AnyCollection,
  query: string,
  values: readonly string[],
  page: number,
  firstPage = page,
): Contents {
  const declaration = collection.queries[query];
  if (declaration === undefined) throw new Error(`Collection ${collection.name} declares no query ${query}.`);
  return { collection: collection.name, query, values, order: declaration.order, firstPage, page };
}

/** A topic of one document, found by a query. */
export function documentOf(collection: AnyCollection, query: string, key: string): Contents {
  return windowOf(collection, query, [key], 1);
}

/** Documents that one topic may name. */
export const SOME_DOCUMENTS_MAX = 15;
/** Parts the ids in a topic's name. */
const ID_SEPARATOR = ',';

/** The parameter of a topic's name that names its documents. */
export function namesOf(ids: readonly string[]): string {
  return ids.join(ID_SEPARATOR);
}

/**
 * Documents that are named in the topic (`namesOf`): each is in it while it is there and `includes` it. `null`: too many.
 *
 * @param includes whether those who may join may see a document
 */
export function someOf<Doc extends { readonly id: string }>(
  collection: Collection<Doc>,
  names: string,
  includes: (doc: Doc) => boolean,
): Contents | null {
  const ids = new Set(names.split(ID_SEPARATOR, SOME_DOCUMENTS_MAX + 1));
  if (ids.size > SOME_DOCUMENTS_MAX || ids.has('')) return null;
  const page = SOME_DOCUMENTS_MAX;
  return {
    collection: collection.name,
    query: '',
    values: [],
    order: null,
    firstPage: page,
    page,
    some: { ids, includes },
  };
}

/** Open to those whom an access rule of the domain lets see it. */
export function forThose(maySee: (reader: Reader) => boolean): Rights {
  return { gate: null, refuse: (reader) => forbidUnless(maySee(reader)) };
}

/**
 * Access by the content of a gate document, as the hub reads it at the moment of joining.
 *
 * @param refuse `doc` is `undefined` when the document never existed and `null` for a tombstone
 */
export function behind<Doc>(
  collection: Collection<Doc>,
  key: string,
  refuse: (reader: Reader, doc: Doc | null | undefined) => TopicRefusal | null,
): Rights {
  return {
    gate: { collection: collection.name, key },
    // The reader of gates knows collections by name only; this is the document that `gate` names.
    refuse: (reader, doc) => refuse(reader, doc as Doc | null | undefined),
  };
}

/** The refusal where an access rule denies the viewer. */
export function forbidUnless(allowed: boolean): TopicRefusal | null {
  return allowed ? null : 'TOPIC_FORBIDDEN';
}

/** Makes the function that finds topics by name, from the topics of all nouns. */
export function createFindTopic(kinds: TopicKinds): (name: string) => Topic | null {
  return (name) => {
    const [kind = '', ...values] = name.split(SEPARATOR);
    const declared = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (declared === undefined || values.length !== declared.name.parameters.length || values.includes('')) return null;
    return declared.topicOf(...values);
  };
}
