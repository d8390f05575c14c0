import { randomUUID } from 'node:crypto';
import { Errors } from 'typesense';
import {
  documentProblem,
  ONE_TYPO_FROM,
  type RefusedDocument,
  type SearchBuild,
  type SearchDocument,
  type SearchHits,
  type SearchIndex,
  SearchNotReady,
  type SearchQuestion,
  type SearchShape,
  TWO_TYPOS_FROM,
} from '../../ports/searchIndex.ts';
import { connectTypesense, type TypesenseAddress, type TypesenseConnection } from './connection.ts';
import {
  type BuildNote,
  collectionSchema,
  filterField,
  notesSchema,
  type TypesenseDocument,
  textField,
  typesenseDocument,
  wholeValue,
} from './schema.ts';

/** Begins the names of all our collections, so that one server can serve others too. */
const PREFIX = 'quad';
/** Characters of the random part of a build's name. */
const BUILD_CHARACTERS = 8;
/** Keys or subjects in one filter: it stands in the address of the request, which Typesense takes up to 4,000 long. */
const IN_ONE_FILTER = 40;
/** Times that a search asks for the live build, which may be replaced between two requests; that happens once a release. */
const FIND_ATTEMPTS = 3;
/** Words of a question that has none: every document matches. */
const EVERYTHING = '*';
/** Words as they are: no beginnings, and no mistakes. */
const AS_WRITTEN = { prefix: false, num_typos: 0 };
/** Words that a beginning may stand for; Typesense looks at four if it is not asked. */
const MAX_CANDIDATES = 1_000;

/**
 * Search indexes on Typesense: a collection for each build, and an alias for each index, which names the live one. Makes
 * no request before it is used, so a server that is down does not keep the process from starting.
 *
 * @param prefix begins the names of collections; tests share a server by it
 */
export function openTypesenseSearchIndex(address: TypesenseAddress, prefix = PREFIX): SearchIndex {
  return new TypesenseSearchIndex(connectTypesense(address), prefix);
}

class TypesenseSearchIndex implements SearchIndex {
  readonly #server: TypesenseConnection;
  readonly #prefix: string;
  readonly #notes: string;
  /** Shapes of builds do not change. */
  readonly #shapes = new Map<string, SearchShape>();
  /** The build of each index that was live when it was last asked for. */
  readonly #lastLive = new Map<string, string>();

  constructor(server: TypesenseConnection, prefix: string) {
    this.#server = server;
    this.#prefix = prefix;
    this.#notes = `${prefix}_builds`;
  }

  async builds(index: string): Promise<readonly SearchBuild[]> {
    const live = await this.#liveOf(index);
    const notes = (await this.#readNotes()).filter((note) => note.index === index);
    return notes
      .map(({ id, shape, state }) => {
        const { version } = JSON.parse(shape) as SearchShape;
        return { id, version, isLive: id === live, state: state ?? null };
      })
      .toSorted((a, b) => Number(b.isLive) - Number(a.isLive));
  }

  async begin(shape: SearchShape): Promise<SearchBuild> {
    const id = `${this.#alias(shape.name)}_${randomUUID().slice(0, BUILD_CHARACTERS)}`;
    const note: BuildNote = { id, index: shape.name, shape: JSON.stringify(shape) };
    await this.#makeNotes();
    // First, so that no collection is left that nothing knows of.
    await this.#server.ask((client) => client.collections<BuildNote>(this.#notes).documents().upsert(note));
    await this.#server.ask((client) => client.collections().create(collectionSchema(id, shape)));
    return { id, version: shape.version, isLive: false, state: null };
  }

  async write(
    build: string,
    { put, remove }: { readonly put: readonly SearchDocument[]; readonly remove: readonly string[] },
  ): Promise<readonly RefusedDocument[]> {
    const refused: RefusedDocument[] = [];
    // In one import the last form of a key would meet its first before that is written.
    const documents = new Map<string, SearchDocument>();
    for (const document of put) {
      const error = documentProblem(document);
      if (error === null) documents.set(document.key, document);
      else refused.push({ key: document.key, error });
    }
    const gone = remove.filter((key) => !documents.has(key));
    for (const keys of inParts(gone)) await this.#removeWhere(build, `id:[${keys.map(quoted).join(',')}]`);
    if (documents.size === 0) return refused;
    const shape = await this.#shapeOf(build);
    const rows = [...documents.values()].map((document) => typesenseDocument(shape, document));
    return [...refused, ...(await this.#import(build, rows))];
  }

  async note(build: string, state: string): Promise<void> {
    await this.#server.ask((client) => client.collections<BuildNote>(this.#notes).documents(build).update({ state }));
  }

  async makeLive(build: string): Promise<void> {
    const { name: index } = await this.#shapeOf(build);
    await this.#server.ask((client) => client.aliases().upsert(this.#alias(index), { collection_name: build }));
    // The build that the alias named before, and leftovers of an interrupted swap. Other builds belong to nobody: there is one
    // writer, and it has just finished.
    for (const { id, isLive } of await this.builds(index)) if (!isLive) await this.#drop(id);
  }

  async discard(build: string): Promise<void> {
    const note = (await this.#readNotes()).find(({ id }) => id === build);
    if (note === undefined) return;
    if ((await this.#liveOf(note.index)) === build) throw new Error(`${build} is live.`);
    await this.#drop(build);
  }

  async erase(subjects: readonly string[]): Promise<void> {
    for (const { id } of await this.#readNotes()) {
      for (const part of inParts(subjects)) {
        await this.#removeWhere(id, `subject:=[${part.map(wholeValue).join(',')}]`);
      }
    }
    // Deleted documents stay in the files of the server until they are compacted.
    await this.#server.ask((client) => client.operations.perform('db/compact'));
  }

  async find(question: SearchQuestion): Promise<SearchHits> {
    const { index } = question;
    const last = this.#lastLive.get(index);
    // One request, as long as the same build is live.
    const hits = last === undefined ? null : await this.#findIn(last, question, this.#alias(index));
    if (hits !== null) return hits;
    for (let attempt = 0; attempt < FIND_ATTEMPTS; attempt += 1) {
      const live = await this.#liveOf(index);
      if (live === null) break;
      const found = await this.#findIn(live, question, live);
      if (found === null) continue;
      this.#lastLive.set(index, live);
      return found;
    }
    throw new SearchNotReady(index);
  }

  check(): Promise<void> {
    return this.#server.check();
  }

  async close(): Promise<void> {
    this.#server.close();
  }

  /**
   * @param name that the build is asked by: its own, or the alias of its index
   * @returns `null`: the build is not there by this name, because another has taken its place
   */
  async #findIn(build: string, question: SearchQuestion, name: string): Promise<SearchHits | null> {
    const shape = await this.#knownShapeOf(build);
    if (shape === null) return null;
    const ask = (parameters: Record<string, string | number | boolean>) =>
      this.#server.askFor(
        (client) => client.collections<TypesenseDocument>(name).documents().search(parameters, {}),
        null,
      );
    const parameters = searchParameters(shape, question);
    const isWholeFirst = shape.ranking === 'newest' && question.words.length > 0;
    const whole = isWholeFirst ? await ask({ ...parameters, ...AS_WRITTEN }) : null;
    const answer = whole !== null && whole.found > 0 ? whole : await ask(parameters);
    // The answer names the collection that the alias stands for.
    if (answer === null || answer.request_params.collection_name !== build) return null;
    const keys = (answer.hits ?? []).map(({ document }) => document.id);
    return { keys, more: question.page * question.perPage < answer.found };
  }

  #alias(index: string): string {
    return `${this.#prefix}_${index}`;
  }

  async #liveOf(index: string): Promise<string | null> {
    const alias = await this.#server.askFor((client) => client.aliases(this.#alias(index)).retrieve(), null);
    return alias?.collection_name ?? null;
  }

  async #shapeOf(build: string): Promise<SearchShape> {
    const shape = await this.#knownShapeOf(build);
    if (shape === null) throw new Error(`There is no build ${build}.`);
    return shape;
  }

  async #knownShapeOf(build: string): Promise<SearchShape | null> {
    const known = this.#shapes.get(build);
    if (known !== undefined) return known;
    const note = await this.#server.askFor(
      (client) => client.collections<BuildNote>(this.#notes).documents(build).retrieve(),
      null,
    );
    if (note === null) return null;
    const shape = JSON.parse(note.shape) as SearchShape;
    this.#shapes.set(build, shape);
    return shape;
  }

  async #readNotes(): Promise<readonly BuildNote[]> {
    const lines = await this.#server.askFor((client) => client.collections(this.#notes).documents().export(), '');
    return lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as BuildNote);
  }

  async #makeNotes(): Promise<void> {
    try {
      await this.#server.ask((client) => client.collections().create(notesSchema(this.#notes)));
    } catch (error) {
      if (!(error instanceof Errors.ObjectAlreadyExists)) throw error;
    }
  }

  async #removeWhere(build: string, filter: string): Promise<void> {
    await this.#server.askFor(
      (client) => client.collections(build).documents().delete({ filter_by: filter, batch_size: 1_000 }),
      null,
    );
  }

  /** @returns documents that the server refused @throws Unavailable the server could not write now */
  async #import(build: string, rows: readonly TypesenseDocument[]): Promise<readonly RefusedDocument[]> {
    try {
      await this.#server.ask((client) =>
        client
          .collections<TypesenseDocument>(build)
          .documents()
          .import([...rows], { action: 'upsert', dirty_values: 'reject', return_doc: false }),
      );
      return [];
    } catch (error) {
      if (!(error instanceof Errors.ImportError)) throw error;
      return error.importResults.flatMap((result, n) => {
        if (result.success) return [];
        // Other codes say that this document is wrong; these, that the server cannot write at the moment.
        if (result.code >= 500) throw this.#server.failed(result.error);
        return [{ key: rows[n]?.id ?? '', error: result.error }];
      });
    }
  }

  async #drop(build: string): Promise<void> {
    await this.#server.askFor((client) => client.collections(build).delete(), null);
    await this.#server.askFor((client) => client.collections(this.#notes).documents(build).delete(), null);
    this.#shapes.delete(build);
  }
}

function searchParameters(
  { texts, ranking }: SearchShape,
  { words, campus, filters, page, perPage }: SearchQuestion,
): Record<string, string | number | boolean> {
  const scope = [
    ...(campus === null ? [] : [`campus:=${wholeValue(campus)}`]),
    ...Object.entries(filters).map(([name, value]) => `${filterField(name)}:=${wholeValue(value)}`),
  ];
  return {
    q: words.length === 0 ? EVERYTHING : words.join(' '),
    query_by: texts.map((_, n) => textField(n)).join(','),
    query_by_weights: texts.map((_, n) => texts.length - n).join(','),
    sort_by: ranking === 'newest' ? 'at:desc' : '_text_match:desc,at:desc',
    ...(scope.length > 0 && { filter_by: scope.join(' && ') }),
    include_fields: 'id',
    highlight_fields: 'none',
    prefix: true,
    num_typos: 2,
    min_len_1typo: ONE_TYPO_FROM,
    min_len_2typo: TWO_TYPOS_FROM,
    // Mistakes are forgiven where nothing is found without, and no word is left out.
    typo_tokens_threshold: 1,
    drop_tokens_threshold: 0,
    max_candidates: MAX_CANDIDATES,
    page,
    per_page: perPage,
  };
}

/** A value in a filter; keys hold no back-quote (`documentProblem`). */
function quoted(value: string): string {
  return `\`${value}\``;
}

function inParts(values: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(values.length / IN_ONE_FILTER) }, (_, n) =>
    values.slice(n * IN_ONE_FILTER, (n + 1) * IN_ONE_FILTER),
  );
}
