import type { SessionAnswer } from './session.ts';

/** What the server writes into the page, so that the first view waits for nothing but its code. */
export interface Boot {
  /** The campus of the host. */
  readonly campus?: { readonly id?: string };
  /** Who asked for the page; absent when the server could not tell just then. */
  readonly session?: SessionAnswer;
  /** What the hub would answer on joining, by topic; whoever takes it checks it like everything from the wire. */
  readonly topics?: Readonly<Record<string, unknown>>;
}

let read: Boot | null = null;

/** The page's own description; empty where there is none. */
export function boot(): Boot {
  read ??= readBoot();
  return read;
}

function readBoot(): Boot {
  const text = typeof document === 'undefined' ? null : document.getElementById('quad-boot')?.textContent;
  if (text == null || text === '') return {};
  try {
    return JSON.parse(text) as Boot;
  } catch (error) {
    console.error('The page’s own description is broken; everything in it is asked for.', error);
    return {};
  }
}
