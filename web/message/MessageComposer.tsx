import { ImagePlus, SendHorizontal, X } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { mustBeMemberSomewhere } from '#domain/campus/access.ts';
import { checkMessage, messageLength, normaliseMessage } from '#domain/message/content.ts';
import { MESSAGE_MAX_FILES } from '#domain/message/limits.ts';
import { messageRejections } from '#domain/message/rejections.ts';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import type { Conversation } from '#projections/message/collections.ts';
import { showAlert } from '../kit/alertStore.ts';
import { cx } from '../kit/cx.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { POST_FILE_TYPES } from '../kit/picture/choosePhotos.ts';
import { useObjectUrl } from '../kit/picture/useObjectUrl.ts';
import { usePhotoDrop } from '../kit/picture/usePhotoDrop.ts';
import { throttle } from '../kit/throttle.ts';
import { useMediaQuery } from '../kit/useMediaQuery.ts';
import { type GuardedAction, useGate } from '../session/useGate.ts';
import { useOutbox, useOutboxActions, useSend } from '../sync/hooks.ts';
import {
  type DraftPhoto,
  draftPlace,
  LeftOutNote,
  mediaOf,
  type PlainDraft,
  takenBack,
  uploadsOfPhoto,
  useLeftOut,
  usePhotos,
  usePlainDraft,
} from '../writing/face.ts';
import { AboutPost } from './AboutPost.tsx';
import { editTaken, useEdits } from './edits.ts';
import { fitMessage } from './fitMessage.ts';
import styles from './MessageComposer.module.css';
import { useSayWrites } from './useWrites.ts';
import { type ToWrite, useToWrite } from './writing.ts';
import { writtenOf } from './written.ts';

/** Milliseconds between two complaints about a full text (D34). */
const COMPLAINT_MS = 3_000;
/** Characters before the limit at which the counter shows. */
const COUNTER_FROM_CHARACTERS = 400;
/** `keyCode` of a key that an input method takes: some browsers say so by it alone. */
const TAKEN_BY_INPUT_METHOD = 229;

/** One photo or video at a time (CHAT-09). */
const ONE_FILE = { most: MESSAGE_MAX_FILES, tooMany: messageRejections.MESSAGE_FILES.text };

const writing: GuardedAction = {
  mayDo: mustBeMemberSomewhere,
  invitation: { title: 'Write a message', text: 'Log in or sign up to write to people.' },
};

const complain = throttle(() => showAlert('danger', messageRejections.MESSAGE_TOO_LONG.text), COMPLAINT_MS);

/** The field in which messages of a conversation are written (CHAT-08, CHAT-09, Q45). */
export function MessageComposer({ side, partner }: { readonly side: Conversation; readonly partner: string }) {
  const chatId = side.chat;
  const draft = usePlainDraft(draftPlace.message(chatId));
  const photos = usePhotos(draft, ONE_FILE);
  const drop = usePhotoDrop(photos.add);
  const picker = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const toWrite = useToWrite();
  const sayWrites = useSayWrites(side);
  const leftOut = useLeftOut();
  const submit = useSubmitMessage(side, draft, toWrite, field);
  // A text that was sent is not being written any more.
  useEffect(() => {
    if (draft.text === '') sayWrites('');
  }, [draft.text, sayWrites]);
  useTakeUp(chatId, draft, toWrite.setAbout, field);
  useAskedFocus(toWrite.isAsked, field);
  const [photo] = draft.photos;
  const length = messageLength(draft.text);

  return (
    <section className={styles.composer} aria-label="Write a message" data-page-bar="always" {...drop.handlers}>
      <input
        ref={picker}
        type="file"
        accept={POST_FILE_TYPES.join(',')}
        hidden
        aria-label="Photo or video"
        onChange={(event) => {
          photos.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {toWrite.about !== null && <AboutPost postId={toWrite.about} onRemove={toWrite.forget} />}
      {photo !== undefined && <Chosen photo={photo} onRemove={() => photos.remove(photo.id)} />}
      <div className={styles.row}>
        <IconButton label="Add a photo or video" onClick={() => picker.current?.click()}>
          <ImagePlus size={22} aria-hidden />
        </IconButton>
        <Field
          ref={field}
          draft={draft}
          label={`Message to ${partner}`}
          onWrite={sayWrites}
          onLeftOut={leftOut.keep}
          onSend={submit.send}
        />
        <IconButton label="Send" className={styles.send} disabled={!submit.isReady} onClick={submit.send}>
          <SendHorizontal size={22} aria-hidden />
        </IconButton>
      </div>
      <LeftOutNote leftOut={leftOut} />
      {length >= COUNTER_FROM_CHARACTERS && (
        <p className={cx(styles.counter, length >= TEXT_MAX_CHARACTERS && styles.full)}>
          {length} / {TEXT_MAX_CHARACTERS}
        </p>
      )}
      {drop.dropping && <div className={styles.drop}>Drop your photo or video here</div>}
    </section>
  );
}

/** The text, as high as its lines. Enter sends; with Shift, and on phones, it breaks the line (Q45). */
function Field(props: {
  readonly ref: { current: HTMLTextAreaElement | null };
  readonly draft: PlainDraft;
  readonly label: string;
  /** Called with each text that is typed. */
  readonly onWrite: (text: string) => void;
  /** Called with the words that did not fit. */
  readonly onLeftOut: (words: string) => void;
  readonly onSend: () => void;
}) {
  const { ref, draft, label } = props;
  const isTouched = useMediaQuery('(pointer: coarse)');
  const caret = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => {
    const area = ref.current;
    if (area === null) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
    if (caret.current !== null) area.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [ref, draft.text]);

  const put = (after: string) => {
    const typed = fitMessage(draft.text, after);
    if (typed.cut) {
      caret.current = typed.caret;
      complain();
      props.onLeftOut(typed.left);
    }
    draft.setText(typed.text);
  };
  const onChange = (event: ChangeEvent<HTMLTextAreaElement>) => {
    props.onWrite(event.target.value);
    // A text that an input method composes is not touched: it is cut when it is done.
    if ((event.nativeEvent as InputEvent).isComposing) draft.setText(event.target.value);
    else put(event.target.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isComposed = event.nativeEvent.isComposing || event.nativeEvent.keyCode === TAKEN_BY_INPUT_METHOD;
    if (event.key !== 'Enter' || event.shiftKey || isTouched || isComposed) return;
    event.preventDefault();
    props.onSend();
  };
  return (
    <textarea
      ref={ref}
      className={styles.field}
      rows={1}
      dir="auto"
      aria-label={label}
      placeholder="Write a message"
      enterKeyHint={isTouched ? 'enter' : 'send'}
      value={draft.text}
      onChange={onChange}
      onCompositionEnd={(event) => put(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** Sends what is written, if it is something; the field is free for the next one at once. */
function useSubmitMessage(
  side: Conversation,
  draft: PlainDraft,
  { about, forget }: ToWrite,
  field: { readonly current: HTMLElement | null },
) {
  const sendCommand = useSend();
  const round = useRound(side);
  const pass = useGate();
  const { text, photos, clear } = draft;
  const isPreparing = photos.some(({ state }) => state === 'processing');
  const wrong = checkMessage(text, photos.length, false);
  const send = () => {
    if (wrong?.code === 'MESSAGE_TOO_LONG') return complain();
    if (wrong !== null || isPreparing || !draft.ready) return;
    pass(writing, () => {
      const words = { text: normaliseMessage(text), media: photos.map(mediaOf), postId: about };
      const data = { chatId: side.chat, ...round, ...words };
      sendCommand('SendMessage', data, { uploads: photos.flatMap(uploadsOfPhoto) });
      clear();
      if (about !== null) forget();
      field.current?.focus();
    });
  };
  return { send, isReady: wrong === null && !isPreparing };
}

/** The round in which a message is written; none while it is only about to begin: which one it will be, the server knows. */
function useRound({ partner, round }: Conversation): { readonly round?: number } {
  const begins = useOutbox().some(({ type, data }) => type === 'StartChat' && data.userId === partner);
  return begins ? {} : { round };
}

/** Takes a refused message up that is to be changed: it leaves the outbox, and stands in the field again. */
function useTakeUp(
  chatId: string,
  draft: PlainDraft,
  setAbout: (postId: string) => void,
  field: { readonly current: HTMLElement | null },
): void {
  const entry = useEdits((edits) => edits.entry);
  const { discard } = useOutboxActions();
  const { ready, text, setText, photos, setPhotos } = draft;
  useEffect(() => {
    // The store is asked itself: it is taken up once, however often this is drawn meanwhile.
    if (entry === null || useEdits.getState().entry !== entry || !ready || entry.data.chatId !== chatId) return;
    const written = writtenOf(entry);
    editTaken();
    // The text that is being written there is not lost either.
    setText([written.text, text].filter((each) => each !== '').join('\n'));
    const files = written.media.map((file) => takenBack(file, entry.uploads)).filter(({ file }) => file !== null);
    if (photos.length === 0) setPhotos(() => files);
    if (written.postId !== null) setAbout(written.postId);
    discard(entry.id);
    field.current?.focus();
  }, [entry, ready, chatId, text, setText, photos, setPhotos, setAbout, discard, field]);
}

/** Gives the field the focus when the conversation was opened to write in it. Under a finger it would call the keyboard. */
function useAskedFocus(isAsked: boolean, field: { readonly current: HTMLElement | null }): void {
  const isTouched = useMediaQuery('(pointer: coarse)');
  useEffect(() => {
    if (isAsked && !isTouched) field.current?.focus();
  }, [isAsked, isTouched, field]);
}

/** The chosen photo or video, before it is sent. */
function Chosen({ photo, onRemove }: { readonly photo: DraftPhoto; readonly onRemove: () => void }) {
  const source = useObjectUrl(photo.kind === 'image' ? photo.file : photo.poster);
  const what = photo.kind === 'image' ? 'photo' : 'video';
  return (
    <div className={styles.chosen}>
      {photo.state === 'processing' && <span className={styles.bone}>Preparing…</span>}
      {photo.state !== 'processing' && source === null && <span className={styles.bone}>Your {what}</span>}
      {photo.state !== 'processing' && source !== null && <img src={source} alt={`Your ${what}`} />}
      <IconButton label={`Remove the ${what}`} className={styles.remove} onClick={onRemove}>
        <X size={18} aria-hidden />
      </IconButton>
    </div>
  );
}
