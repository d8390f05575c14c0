import { adNoun } from './ad/noun.ts';
import { analyticsNoun } from './analytics/noun.ts';
import type { AnyArchiveEntries } from './archive/entries.ts';
import { banNoun } from './ban/noun.ts';
import { campusNoun } from './campus/noun.ts';
import { chatNoun } from './chat/noun.ts';
import { deletionNoun } from './deletion/noun.ts';
import { feedbackNoun } from './feedback/noun.ts';
import type { ListPages } from './http/crawlers.ts';
import type { FirstPictures } from './http/firstPictures.ts';
import type { CreateFirstAnswers, FirstSearch, FirstView } from './http/firstView.ts';
import type { NewsSource } from './http/newsFeed.ts';
import type { Summarise } from './http/pageSummary.ts';
import type { PlainViewOf } from './http/plainView.ts';
import { createIsSigned } from './http/signedBodies.ts';
import { impressionNoun } from './impression/noun.ts';
import { withHolds } from './media/holds.ts';
import { fileKindsOf } from './media/nounFiles.ts';
import { messageNoun } from './message/noun.ts';
import { notificationNoun } from './notification/noun.ts';
import type { ServerNoun } from './noun.ts';
import { passkeyNoun } from './passkey/noun.ts';
import { postNoun } from './post/noun.ts';
import { previewNoun } from './preview/noun.ts';
import { reactionNoun } from './reaction/noun.ts';
import { reportNoun } from './report/noun.ts';
import { saveNoun } from './save/noun.ts';
import { searchNoun } from './search/noun.ts';
import { settingsNoun } from './settings/noun.ts';
import { userNoun } from './user/noun.ts';

/** Every noun with edges of its own on the server, a line each. Below: values derived from all of them. */
export const serverNouns: readonly ServerNoun[] = [
  userNoun,
  campusNoun,
  postNoun,
  saveNoun,
  adNoun,
  impressionNoun,
  reactionNoun,
  notificationNoun,
  previewNoun,
  chatNoun,
  messageNoun,
  banNoun,
  reportNoun,
  deletionNoun,
  settingsNoun,
  feedbackNoun,
  passkeyNoun,
  searchNoun,
  analyticsNoun,
];

/** The files of every noun, with what others hold of them. */
export const files = withHolds(
  serverNouns.flatMap((noun) => noun.files ?? []),
  serverNouns.flatMap((noun) => noun.fileHolds ?? []),
);

/** The folders of the media store. */
export const fileKinds = fileKindsOf(files);

/** Factories of all reactors, by name. */
export const reactorDeclarations = serverNouns.flatMap((noun) => Object.entries(noun.reactors ?? {}));

/** Names of the reactors that erase. */
export const erasers: ReadonlySet<string> = new Set(serverNouns.flatMap((noun) => noun.erasers ?? []));

/** Reactors that an order to erase lets come first. */
export const beforeErasure: ReadonlySet<string> = new Set(serverNouns.flatMap((noun) => noun.beforeErasure ?? []));

/** Things that end with those of other nouns. */
export const dependents = serverNouns.flatMap((noun) => noun.dependents ?? []);

/** The topics that a page shows in its first view. */
export const firstView: FirstView = (path, asker) => serverNouns.flatMap((noun) => noun.firstView?.(path, asker) ?? []);

/** The answers that a page begins with, of all nouns. */
export const createFirstAnswers: CreateFirstAnswers = (parts) => {
  const all = serverNouns.flatMap((noun) => noun.firstAnswers?.(parts) ?? []);
  return async (path, asker) => Object.assign({}, ...(await Promise.all(all.map((answers) => answers(path, asker)))));
};

/** The search of a first view, by the one noun whose page it is. */
export const firstSearch: FirstSearch = (path, asker) => {
  for (const noun of serverNouns) {
    const search = noun.firstSearch?.(path, asker) ?? null;
    if (search !== null) return search;
  }
  return null;
};

/** The pictures at the top of a page. */
export const firstPictures: FirstPictures = (...asked) =>
  serverNouns.flatMap((noun) => noun.firstPictures?.(...asked) ?? []);

/** A page without scripts, by the one noun whose page it is. */
export const plainView: PlainViewOf = (...asked) => {
  for (const noun of serverNouns) {
    const view = noun.plainView?.(...asked) ?? null;
    if (view !== null) return view;
  }
  return null;
};

/** The summary of a page for other sites, by the one noun whose page it is. */
export const summarise: Summarise = async (reads, path) => {
  for (const noun of serverNouns) {
    const summary = (await noun.summarise?.(reads, path)) ?? null;
    if (summary !== null) return summary;
  }
  return null;
};

/** The pages of a campus that visitors may find by a search engine, noun by noun. */
export const listPages: ListPages = async (store, campus) =>
  (await Promise.all(serverNouns.map((noun) => noun.listPages?.(store, campus) ?? []))).flat();

/** The news of all nouns, noun by noun. */
export const news: NewsSource = {
  sectionLabel(section) {
    for (const { news } of serverNouns) {
      const label = news?.sectionLabel(section) ?? null;
      if (label !== null) return label;
    }
    return null;
  },
  list: async (...asked) => (await Promise.all(serverNouns.map(({ news }) => news?.list(...asked) ?? []))).flat(),
};

/** Whether the sender of a request is known by a signature, since its path is one of a noun's. */
export const isSigned = createIsSigned(serverNouns.flatMap((noun) => noun.signedPaths ?? []));

/** Every sweep of a noun. */
export const sweepDeclarations = serverNouns.flatMap((noun) => noun.sweeps ?? []);

/** The shelves of the nouns that keep secret records. */
export const shelves = serverNouns.flatMap(({ name, shelf }) =>
  shelf === undefined ? [] : [{ noun: name, isNamed: shelf.isNamed }],
);

/** The deadlines of every noun. */
export const deadlineDeclarations = serverNouns.flatMap((noun) => noun.deadlines ?? []);

/** The limits of single kinds of commands. */
export const commandRates = serverNouns.flatMap((noun) => noun.rates ?? []);

/** The entries that the events of all nouns make in the archive of a person. */
export const archiveEntries: AnyArchiveEntries = Object.assign({}, ...serverNouns.map(({ archive = {} }) => archive));

/** The parts of a person's record, by the noun that has them. */
export const ownRecords = serverNouns.flatMap(({ name, ownRecord }) =>
  ownRecord === undefined ? [] : [{ category: name, ownRecord }],
);

/** Collections of all nouns in which a person's own document is under the person's id. */
export const ownDocuments = serverNouns.flatMap((noun) => (noun.ownDocuments ?? []).map(({ name }) => name));
