import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PagePath } from '#domain/kernel/addresses.ts';
import type { ClientCommandMap } from '#domain/registry.ts';
import type { Kept } from './kit/kept.ts';
import { type Filling, slot } from './kit/slots.tsx';
import type { Forget } from './session/endSession.ts';
import type { PageKind } from './session/guard.ts';
import type { Viewer } from './session/useViewer.ts';
import type { OutboxEntry } from './sync/outbox/entry.ts';

/** On which sites something is: on those of a campus, or on the one that belongs to none. Left out: on all. */
export type OnSite = 'campus' | 'generic';

/** A frame of pages: outside the shell, or a part of it. */
export interface PageFrame {
  /** Draws the page in its `<Outlet />`. */
  readonly Frame: ComponentType;
  /** Shown until the page's code is loaded. */
  readonly Loading: ComponentType;
}

/** A page and its address. */
export interface PageRoute {
  readonly path: PagePath;
  /** Lazily loaded (`lazySoon`), except pages that are likely in the first view of a visit. */
  readonly Page: ComponentType;
  /** Who may see it; default `public`. */
  readonly guard?: PageKind;
  /** The tab's title. Left out where the page sets its own. */
  readonly title?: string;
  /**
   * Default: the shell. `settings`: beside the menu of settings, which the shell draws. `wide`: in the shell, but with the
   * side column's place as well, and as high as the window: its parts scroll by themselves.
   */
  readonly frame?: PageFrame | 'settings' | 'wide';
  /** The page lies over another one: this one when it is opened directly (D14, D23), with the same parameters in its path. */
  readonly over?: PagePath;
  /** Names in the query of its address that count for the page below, too. */
  readonly overQuery?: readonly string[];
  readonly site?: OnSite;
  /**
   * Leads a shared link (Q02) to the host of its campus where this site's campus is private, so that the page itself is not
   * drawn. Draws nothing. It asks for what its viewer may see, as the page would.
   */
  readonly SharedLink?: ComponentType;
  /** It holds nothing of the campus, so that it is shown although the campus is private (CAMP-07). Default: it does. */
  readonly isOpen?: true;
}

/** A link of the navigation. */
export interface NavigationLink {
  /** Sort key among those of all nouns: the lowest comes first. */
  readonly rank: number;
  readonly to: `/${string}`;
  /** Paths of the pages for which it is marked as the present one; default `to`. */
  readonly within?: readonly `/${string}`[];
  readonly label: string;
  readonly icon: LucideIcon;
  /** Left out: for both. */
  readonly who?: 'visitor' | 'user' | 'moderator';
  readonly site?: OnSite;
  /** A hook: how much behind the link is unread. The bars show it, the tab's title the sum of all. */
  readonly useUnread?: () => number;
  /** In the account menu, below everything else that it holds: what ends a visit is not pressed by mistake there. */
  readonly isLast?: true;
}

/** An entry of the menu of settings. */
export interface SettingsLink extends NavigationLink {
  /** Title above the entries of one group, which have adjacent ranks. */
  readonly group?: string;
}

/** A row of `/settings/account`: a fact about the account, and the form that changes it. */
export interface AccountRow {
  /** Sort key among the rows of all nouns: the lowest comes first. */
  readonly rank: number;
  readonly label: string;
  /** Left out: the row cannot be changed. */
  readonly to?: `/settings/account/${string}`;
  /** Draws the present value. */
  readonly Value: ComponentType;
  readonly site?: OnSite;
}

/** A noun's part of the settings; in a module of its own, because only the settings need it (`WebNoun.settings`). */
export interface SettingsPart {
  readonly menu?: readonly SettingsLink[];
  readonly accountRows?: readonly AccountRow[];
  /** Its cookies, its keys in the storage of the browser, the flags of its notices: the privacy policy lists them. */
  readonly kept?: readonly Kept[];
}

/** A list of the moderators' console, `/moderation/<path>`. A noun's tabs are a module of their own: only moderators need it. */
export interface ConsoleTab {
  /** Sort key among the tabs of all nouns: the lowest comes first, and is the one that `/moderation` opens. */
  readonly rank: number;
  readonly path: string;
  readonly label: string;
  readonly List: ComponentType;
}

/** The main action of the site: the one large button of the navigation. */
export interface MainAction {
  /** Sort key among the links of the phone's bar. */
  readonly rank: number;
  readonly label: string;
  readonly icon: LucideIcon;
  /** On the phone's bar. */
  readonly bar: { readonly label: string; readonly icon: LucideIcon };
  readonly site?: OnSite;
  /** A hook: returns the action of a press. */
  readonly useAct: () => () => void;
  /** Handlers that load its code when the pointer comes near. */
  readonly ahead: {
    readonly onPointerEnter: () => void;
    readonly onPointerDown: () => void;
    readonly onFocus: () => void;
  };
}

/** How the person at this browser is shown on the button of the account menu. */
export interface AccountLook {
  readonly Picture: ComponentType<{ readonly size: number }>;
  /** `null` while it is not known, and for visitors. */
  readonly words: (viewer: Viewer) => { readonly name: string; readonly handle: string } | null;
}

/** How a command is called where it waits to be sent. */
export interface OutboxLabel {
  readonly name: string;
  /** The beginning of the command's text, if it has one. */
  readonly excerpt?: (data: Readonly<Record<string, unknown>>) => string;
  /** A button on a refused one: returns its content to the place where it can be changed and sent again. */
  readonly TakeBack?: ComponentType<{ readonly entry: OutboxEntry }>;
}

/** Keys and their effect, for the list of shortcuts. */
export interface ShortcutHelp {
  readonly keys: readonly string[];
  readonly text: string;
}

/** Everything that a noun adds to the site. Registries, bars and hosts are made of it; they name no noun. */
export interface WebNoun {
  readonly name: string;
  readonly routes?: readonly PageRoute[];
  readonly navigation?: {
    readonly side?: readonly NavigationLink[];
    /** The phone's bar. */
    readonly bottom?: readonly NavigationLink[];
    readonly menu?: readonly NavigationLink[];
  };
  readonly mainAction?: MainAction;
  /** Its entries of the menu of settings, its rows of `/settings/account`, and what it keeps: `() => import('./settingsPart.tsx')`. */
  readonly settings?: () => Promise<{ readonly default: SettingsPart }>;
  /** Its tabs of the moderators' console: `() => import('./consoleTabs.tsx')`. */
  readonly consoleTabs?: () => Promise<{ readonly default: readonly ConsoleTab[] }>;
  readonly account?: AccountLook;
  /** Its dialogs, lazily loaded (`fill(name, lazySoon(…))`). */
  readonly dialogs?: readonly Filling[];
  /** Its fillings of other owners' slots. */
  readonly slots?: readonly Filling[];
  /** By type of command: all of its commands that go through the outbox. */
  readonly outbox?: Readonly<Partial<Record<keyof ClientCommandMap, OutboxLabel>>>;
  /** Its other commands: they make no sense later, and are sent at once or not at all (`useDirectCommand`). */
  readonly direct?: readonly (keyof ClientCommandMap)[];
  /** One-time notices by flag and value (`leaveNotice`). */
  readonly notices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly shortcuts?: readonly ShortcutHelp[];
  /** Called at log-out. */
  readonly forget?: Forget;
}

/** Declares a noun's part of the site. Literal types are preserved. */
export function defineWebNoun<const Noun extends WebNoun>(noun: Noun): Noun {
  return noun;
}

/** Slots of the frame, filled by nouns. */
export const frameSlots = {
  /** For as long as the page is open; draws nothing. */
  always: slot('always'),
  /** While the shell is there; draws nothing. */
  inShell: slot('in the shell'),
  /** In the place of a page of a private campus, for those who may not see it. */
  closed: slot('in place of a closed page'),
  /** Above every page of the shell. */
  pageTop: slot('above the page'),
  /** Under the head of the feed, above its posts. */
  feedTop: slot('top of the feed'),
  /** Beside every page of the shell, on wide screens. */
  aside: slot('beside the page'),
  /** At the top of that column. */
  asideTop: slot('top of the column beside the page'),
  /** In that column, about the page that is open. */
  asidePage: slot('about the page beside it'),
  /** At the end of that column, where nothing moves when it comes: other ways to look around. */
  asideMore: slot('more ways beside the page'),
  /** At the top of the account menu: a `MenuItem` each. */
  accountMenu: slot('top of the account menu'),
  /** The menu of settings, filled by the shell. */
  settingsMenu: slot('menu of settings'),
  /** The rows of `/settings/account`, filled by the shell. */
  accountRows: slot('rows of the account'),
  /** The tabs and lists of the moderators' console, filled by the shell. */
  console: slot('console of moderators'),
  /** Everything that is kept in the browser, as points; filled by the shell. */
  keptList: slot('list of what is kept'),
  /** Beside Back in the settings of a phone: how much is unread (SETT-04). */
  unread: slot('unread in settings'),
} as const;
