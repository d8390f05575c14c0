import { address, defineSetting, matching } from './setting.ts';

/** Where the search index is. */
export interface SearchPart {
  /** Typesense in the place of the embedded search index; `null`: SQLite in the data folder. */
  readonly typesense: { readonly url: string; readonly apiKey: string } | null;
}

/** An operator's variables of the search index. */
export const searchSetting = defineSetting({
  variables: {
    TYPESENSE_URL: { schema: address('http:', 'https:'), takes: 'an address such as http://search.example:8108' },
    TYPESENSE_API_KEY: { schema: matching(/^\S+$/), takes: 'the API key of the search server', secret: true },
  },
  table: [
    {
      names: ['TYPESENSE_URL', 'TYPESENSE_API_KEY'],
      default: '–',
      says: 'Typesense in the place of SQLite FTS5',
    },
  ],
  together: { names: ['TYPESENSE_URL', 'TYPESENSE_API_KEY'], why: 'Typesense needs its address and its key' },
  read({ TYPESENSE_URL: url, TYPESENSE_API_KEY: apiKey }): SearchPart {
    return { typesense: url === undefined || apiKey === undefined ? null : { url: new URL(url).origin, apiKey } };
  },
});
