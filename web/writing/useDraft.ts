import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { RichText } from '#domain/post/richText.ts';
import { useAskBeforeUnload, useUnsaved } from '../kit/unsaved.ts';
import { useSession } from '../session/session.ts';
import { type Content, EMPTY, isEmpty, restore, together, toStored, withWords } from './draftContent.ts';
import { type HeldDraft, takeDraft, VISITOR } from './draftStorage.ts';
import type { DraftTerms } from './draftTerms.ts';
import type { DraftPhoto } from './photo.ts';

/** Milliseconds of rest after which a draft is written down. */
const REST_MS = 300;

/** A draft being written. */
export interface Draft {
  /** The stored draft has been read. */
  readonly ready: boolean;
  /** Counts up when the editor has to start anew. */
  readonly edition: number;
  readonly text: RichText;
  readonly photos: readonly DraftPhoto[];
  readonly terms: DraftTerms;
  readonly dirty: boolean;
  /** Counts up when it was to be sent with a price that is none: its field says why, and gets the focus. */
  readonly priceRefusals: number;
  refusePrice(): void;
  /** Words wait that the editor has not taken over yet. */
  readonly isAhead: boolean;
  /** Says which these are: they are kept like any others when the page is left. `setText` takes them over. */
  setAhead(words: string): void;
  setText(text: RichText): void;
  setTerms(terms: DraftTerms): void;
  setPhotos(change: (photos: readonly DraftPhoto[]) => readonly DraftPhoto[]): void;
  /** The outbox keeps it from now on: it stays on screen, and is no draft of this browser any more. */
  handOver(): void;
  /** It is a draft again: the outbox does not have it. */
  takeBack(): void;
  /** Empties it, here and in storage. */
  clear(): void;
}

/**
 * A draft with its pictures, kept over reloads (D12). It belongs to the signed-in user, and to this composer alone.
 *
 * @param place where it is written; `null`: it is not stored (an edit of an existing post)
 * @param start its content when none is stored
 */
export function useDraft(place: string | null, start: Content = EMPTY): Draft {
  const [content, setContent] = useState(start);
  const { words, isAhead, setAhead } = useAhead();
  const [opening, setOpening] = useState({ ready: place === null, edition: 0 });
  const owner = useSession(({ userId }) => userId) ?? VISITOR;
  /** The content before it is drawn: the page may be left between a letter and its drawing. */
  const latest = useRef(start);
  const unwritten = useRef<Content | null>(null);
  const beginning = useRef(start);
  const held = useRef<HeldDraft | null>(null);
  const isHandedOver = useRef(false);

  const write = useCallback(() => {
    const due = unwritten.current;
    if (held.current === null || due === null || isHandedOver.current) return;
    unwritten.current = null;
    held.current.write(isEmpty(due) ? null : toStored(due));
  }, []);
  const leave = useCallback(() => {
    if (held.current !== null && words.current !== '') unwritten.current = withWords(latest.current, words.current);
    const due = unwritten.current;
    write();
    if (due !== null && !isEmpty(due) && !isHandedOver.current) held.current?.writeLast(due);
  }, [write, words]);
  // Before the draft is given back, which happens when that is undone.
  useWhenLeft(leave);

  useEffect(() => {
    if (place === null) return;
    let current = true;
    const show = (content: Content, ready: boolean) => {
      latest.current = content;
      setContent(content);
      setOpening((now) => ({ ready, edition: now.edition + 1 }));
    };
    const taking = takeDraft(owner, place);
    void taking.then((draft) => {
      if (!current) return;
      held.current = draft;
      const added = unwritten.current;
      const content = added === null ? restore(draft.stored) : together(restore(draft.stored), added);
      if (added !== null) unwritten.current = content;
      show(content, true);
    });
    return () => {
      current = false;
      // Unsaved changes belong to the previous user.
      leave();
      const unread = held.current === null ? withWords(unwritten.current ?? EMPTY, words.current) : EMPTY;
      held.current = null;
      unwritten.current = null;
      words.current = '';
      void giveBack(taking, unread);
      show(EMPTY, false);
    };
  }, [owner, place, leave, words]);

  useAfterRest(opening.ready && content === unwritten.current ? content : null, write);

  const change = useCallback((next: (now: Content) => Content) => {
    latest.current = next(latest.current);
    unwritten.current = latest.current;
    setContent(latest.current);
  }, []);

  const clear = useCallback(() => {
    isHandedOver.current = false;
    setAhead('');
    unwritten.current = null;
    latest.current = EMPTY;
    setContent(EMPTY);
    setOpening((now) => ({ ready: true, edition: now.edition + 1 }));
    held.current?.write(null);
  }, [setAhead]);

  const dirty = isAhead || (place === null ? content !== beginning.current : !isEmpty(content));
  useUnsaved(dirty);
  useAskBeforeUnload(dirty && place === null);

  return {
    ...opening,
    ...content,
    dirty,
    ...usePriceRefusals(),
    isAhead,
    setAhead,
    ...useSetters(change, setAhead),
    ...useHandOver({ held, isHandedOver, unwritten, latest }, write),
    clear,
  };
}

/** Gives a draft back to others, with what was added before it had been read. */
async function giveBack(taking: Promise<HeldDraft>, unread: Content): Promise<void> {
  const draft = await taking;
  if (!isEmpty(unread)) draft.write(toStored(together(restore(draft.stored), unread)));
  draft.release();
}

/** The draft goes to the outbox, and comes back. */
function useHandOver(
  of: {
    readonly held: RefObject<HeldDraft | null>;
    readonly isHandedOver: RefObject<boolean>;
    readonly unwritten: RefObject<Content | null>;
    readonly latest: RefObject<Content>;
  },
  write: () => void,
): Pick<Draft, 'handOver' | 'takeBack'> {
  const { held, isHandedOver, unwritten, latest } = of;
  return {
    handOver: useCallback(() => {
      isHandedOver.current = true;
      held.current?.write(null);
    }, [held, isHandedOver]),
    takeBack: useCallback(() => {
      isHandedOver.current = false;
      unwritten.current = latest.current;
      write();
    }, [isHandedOver, unwritten, latest, write]),
  };
}

/** Words that the editor has not taken over yet, before they are drawn and after. */
function useAhead() {
  const words = useRef('');
  const [isAhead, setIsAhead] = useState(false);
  const setAhead = useCallback((typed: string) => {
    words.current = typed;
    setIsAhead(typed !== '');
  }, []);
  return { words, isAhead, setAhead };
}

/** Counts the tries to send it with a price that is none. */
function usePriceRefusals(): Pick<Draft, 'priceRefusals' | 'refusePrice'> {
  const [priceRefusals, setPriceRefusals] = useState(0);
  return { priceRefusals, refusePrice: useCallback(() => setPriceRefusals((count) => count + 1), []) };
}

/** Sets each part of the content. */
function useSetters(
  change: (next: (now: Content) => Content) => void,
  setAhead: (words: string) => void,
): Pick<Draft, 'setText' | 'setTerms' | 'setPhotos'> {
  return {
    setText: useCallback(
      (text) => {
        setAhead('');
        change((now) => ({ ...now, text }));
      },
      [change, setAhead],
    ),
    setTerms: useCallback((terms) => change((now) => ({ ...now, terms })), [change]),
    setPhotos: useCallback((photos) => change((now) => ({ ...now, photos: photos(now.photos) })), [change]),
  };
}

/** Calls a task once a content has not changed for a while; `null`: no task. */
function useAfterRest(content: Content | null, task: () => void): void {
  useEffect(() => {
    if (content === null) return;
    const timer = setTimeout(task, REST_MS);
    return () => clearTimeout(timer);
  }, [content, task]);
}

/** Calls a task when the page, the tab or the component is left: it may be the last chance. */
function useWhenLeft(task: () => void): void {
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && task();
    addEventListener('pagehide', task);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      removeEventListener('pagehide', task);
      document.removeEventListener('visibilitychange', hidden);
      task();
    };
  }, [task]);
}
