import type { SessionAnswer } from './session.ts';

/** Data that the server writes into the page, so that the first view needs only its code. */
export interface Boot {
  /** The campus of the host. */
  readonly campus?: { readonly id?: string };
  /** The user who asked for the page; absent when the server could not identify the user then. */
  readonly session?: SessionAnswer;
  /** The hub's answers to joining, by topic; its reader checks them like every input from the wire. */
  readonly topics?: Readonly<Record<string, unknown>>;
}

let read: Boot | null = null;

/** The data of this page; empty where there is none. */
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
