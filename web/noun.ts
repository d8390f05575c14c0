import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { ClientCommandMap } from '#domain/registry.ts';
import { type Filling, slot } from './kit/slots.tsx';
import type { Forget } from './session/endSession.ts';
import type { PageKind } from './session/guard.ts';
import type { Viewer } from './session/useViewer.ts';

/** On which sites something is: on those of a campus, or on the one that belongs to none. Left out: on all. */
export type OnSite = 'campus' | 'generic';

/** What stands around pages that are not inside the shell. */
export interface PageFrame {
  /** Draws the page where it has its `<Outlet />`. */
  readonly Frame: ComponentType;
  /** Stands in the page's place while its code is on its way. */
  readonly Loading: ComponentType;
}

/** A page and its address. */
export interface PageRoute {
  /** As the router reads it. Nobody gets its first segment as a user name (a test sees to it). */
  readonly path: `/${string}`;
  /** Lazily loaded (`lazySoon`), but for what the first view of a visit is likely to be. */
  readonly Page: ComponentType;
  /** Who may see it; default `public`. */
  readonly guard?: PageKind;
  /** Names the page in the tab. Left out where the page names itself, by what it shows. */
  readonly title?: string;
  /** Default: the shell. */
  readonly frame?: PageFrame;
  /** The page lies over another one: this one when it is opened directly (D14, D23). */
  readonly over?: `/${string}`;
  readonly site?: OnSite;
}

/** A link of the navigation. */
export interface NavigationLink {
  /** Its place among those of all nouns: the lowest comes first. */
  readonly rank: number;
  readonly to: `/${string}`;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Left out: for both. */
  readonly who?: 'visitor' | 'user';
  readonly site?: OnSite;
}

/** What the site is for: the one large button of the navigation. */
export interface MainAction {
  /** Its place among the links of the phone's bar. */
  readonly rank: number;
  readonly label: string;
  readonly icon: LucideIcon;
  /** On the phone's bar. */
  readonly bar: { readonly label: string; readonly icon: LucideIcon };
  readonly site?: OnSite;
  /** A hook: what a press does. */
  readonly useAct: () => () => void;
  /** What fetches its code when the finger comes near. */
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
  /** The beginning of what was written, where something was. */
  readonly excerpt?: (data: Readonly<Record<string, unknown>>) => string;
}

/** Keys and what they do, for the list of shortcuts. */
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
  readonly account?: AccountLook;
  /** Its dialogs, lazily loaded (`fill(name, lazySoon(…))`). */
  readonly dialogs?: readonly Filling[];
  /** What it draws in places that others leave open. */
  readonly slots?: readonly Filling[];
  /** By type of command: all of its commands that go through the outbox. */
  readonly outbox?: Readonly<Partial<Record<keyof ClientCommandMap, OutboxLabel>>>;
  /** One-time notices by flag and value (`leaveNotice`). */
  readonly notices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly shortcuts?: readonly ShortcutHelp[];
  /** Called at log-out. */
  readonly forget?: Forget;
}

/** Declares what a noun adds to the site. Types are kept as they are written. */
export function defineWebNoun<const Noun extends WebNoun>(noun: Noun): Noun {
  return noun;
}

/** Places of the frame that nouns fill. */
export const frameSlots = {
  /** For as long as the page is open; draws nothing. */
  always: slot('always'),
  /** While the shell is there; draws nothing. */
  inShell: slot('in the shell'),
  /** Above every page of the shell. */
  pageTop: slot('above the page'),
  /** Beside every page of the shell, on wide screens. */
  aside: slot('beside the page'),
} as const;
