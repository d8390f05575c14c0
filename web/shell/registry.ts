import type { NavigationLink, OnSite, OutboxLabel } from '../noun.ts';
import { nouns } from '../nouns.ts';
import { isGenericSite } from '../session/site.ts';
import type { Viewer } from '../session/useViewer.ts';

/** Whether something that is only on some sites is on this one. */
export function isOnThisSite({ site }: { readonly site?: OnSite }): boolean {
  return site === undefined || (site === 'generic') === isGenericSite;
}

/** The items that this site has, the lowest rank first. */
export function inOrder<Ranked extends { readonly rank: number; readonly site?: OnSite }>(
  all: readonly Ranked[],
): readonly Ranked[] {
  return all.filter(isOnThisSite).sort((one, other) => one.rank - other.rank);
}

function linksOf(where: 'side' | 'bottom' | 'menu'): readonly NavigationLink[] {
  return inOrder(nouns.flatMap(({ navigation }) => navigation?.[where] ?? []));
}

/** The links of the bars and of the account menu, in their order. */
export const navigation = { side: linksOf('side'), bottom: linksOf('bottom'), menu: linksOf('menu') } as const;

/** The links for visitors, users, or users who are moderators. */
export function linksFor<Link extends NavigationLink>(
  links: readonly Link[],
  who: 'visitor' | 'user',
  isModerator = false,
): readonly Link[] {
  return links.filter(
    (link) => link.who === undefined || link.who === who || (link.who === 'moderator' && isModerator),
  );
}

/** Hooks of everything that can be unread, each once: the same link may stand in several bars. */
export const unreadHooks = [...new Set(navigation.side.flatMap(({ useUnread }) => useUnread ?? []))];

/** For a link behind which nothing can be unread. */
const useNothing = () => 0;

/** The hook that says how much is unread behind a link; a link has the same one always. */
export function unreadHookOf({ useUnread }: NavigationLink): () => number {
  return useUnread ?? useNothing;
}

/** The name of a link, with what is unread behind it. */
export function linkName(label: string, unread: number): string {
  return unread === 0 ? label : `${label}, ${unread} unread`;
}

/** The site's one large button; `undefined` where it has none. */
export const mainAction = nouns.flatMap((noun) => noun.mainAction ?? []).find(isOnThisSite);

const account = nouns.flatMap((noun) => noun.account ?? [])[0];

/** The picture of the person at this browser, for the button of the account menu. */
export const AccountPicture = account?.Picture ?? (() => null);

/** Name and handle of the person at this browser; `null` while they are not known, and for visitors. */
export function accountWords(viewer: Viewer): { readonly name: string; readonly handle: string } | null {
  return account?.words(viewer) ?? null;
}

const outboxLabels = new Map<string, OutboxLabel>(nouns.flatMap(({ outbox = {} }) => Object.entries(outbox)));

/** The label of a command in the outbox, the beginning of its text, and the button that takes it back. */
export function outboxLabel(
  type: string,
  data: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly excerpt: string; readonly TakeBack: OutboxLabel['TakeBack'] } {
  // An older page's entry may be of a command that no longer exists.
  const label = outboxLabels.get(type);
  return { name: label?.name ?? 'An action', excerpt: label?.excerpt?.(data) ?? '', TakeBack: label?.TakeBack };
}

/** Texts of the nouns' one-time notices. */
export const noticeTexts = Object.assign({}, ...nouns.map(({ notices }) => notices)) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

/** The keys and their effects; the help dialog lists them. */
export const shortcuts = [
  ...nouns.flatMap((noun) => noun.shortcuts ?? []),
  { keys: ['Ctrl', 'Z'], text: 'Undo, while a message offers it' },
  { keys: ['Esc'], text: 'Close what is open' },
  { keys: ['?'], text: 'Show these shortcuts' },
];
