import { ImagePlus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { richTextLength } from '#domain/post/normalise.ts';
import { isBlank } from '#domain/post/plainText.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { Button } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { InDialogHead } from '../../kit/Dialog.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { POST_FILE_TYPES } from '../../kit/picture/choosePhotos.ts';
import { usePhotoDrop } from '../../kit/picture/usePhotoDrop.ts';
import { throttle } from '../../kit/throttle.ts';
import { useMobile } from '../../kit/useMediaQuery.ts';
import { type Draft, type LeftOut, LeftOutNote, type PhotoActions, useLeftOut, usePhotos } from '../../writing/face.ts';
import styles from './Composer.module.css';
import { PhotoStrip } from './PhotoStrip.tsx';
import { TypeAheadField } from './TypeAheadField.tsx';
import { isSendKey, type TypedAhead } from './typeAhead.ts';
import { UploadOverlay } from './UploadOverlay.tsx';
import { useDueSend } from './useDueSend.ts';
import { useRichEditor } from './useRichEditor.ts';
import { type Submission, type Submitted, useSubmit } from './useSubmit.ts';

const TOO_MANY = 'Error: Too many characters!';
/** Milliseconds between two complaints about a full text (POST-04). */
const COMPLAINT_MS = 3_000;

interface ComposerProps {
  readonly draft: Draft;
  readonly submission: Submission;
  readonly label: string;
  readonly placeholder: string;
  readonly submitLabel: string;
  readonly head?: ReactNode;
  /** Fields of what a post offers; a comment offers nothing. */
  readonly offer?: ReactNode;
  /** A box inside a page instead of a window of its own. */
  readonly compact?: boolean;
  readonly autoFocus?: boolean;
  /** There is nothing left to send it to: its button is off, and `through` says why to who presses the keys. */
  readonly closed?: boolean;
  /** Runs `send` if its gates are open; otherwise the draft stays. */
  readonly through: (send: () => void) => void;
  /** Closes a box inside a page; left out where a window closes by itself. */
  readonly onCancel?: () => void;
  readonly onSubmitted: (submitted: Submitted) => void;
}

/** Text, pictures, counter and the button: everything that writes or changes a post or comment (POST-01 to POST-11). */
export function Composer(props: ComposerProps) {
  const { draft, compact, label, placeholder, autoFocus } = props;
  const photos = usePhotos(draft);
  const drop = usePhotoDrop(photos.add);
  const RichEditor = useRichEditor();
  const picker = useRef<HTMLInputElement>(null);
  const typed = useRef<TypedAhead>({ text: '', focused: false });
  const { full, leftOut, onFull } = useFullText();
  const sending = useSending(props, photos);
  const isWhole = draft.ready && RichEditor !== null;
  const due = useDueSend(isWhole, draft, full, sending.onSubmit);
  // Before the editor has the words, the button waits for them as the keys do.
  const ahead = { ...sending, onSubmit: due.ask, idle: !due.isDue, disabled: due.isDue || !hasAny(props) };
  const field = { typed, label, placeholder, compact, autoFocus };
  const frame = (text: ReactNode, toolbar: ReactNode) => (
    <Frame
      {...props}
      photos={photos}
      onAddPhotos={() => picker.current?.click()}
      full={full}
      leftOut={leftOut}
      text={text}
      toolbar={toolbar}
      sending={isWhole && !due.isDue ? sending : ahead}
    />
  );

  // From every field and button of the composer, but not from a window over it, which is no part of its element.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!isSendKey(event) || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    if (isWhole) sending.onSubmit();
    else due.ask();
  };

  return (
    <section
      className={cx(styles.composer, compact && styles.compact)}
      aria-label={label}
      onKeyDown={onKeyDown}
      {...drop.handlers}
    >
      <input
        ref={picker}
        type="file"
        accept={POST_FILE_TYPES.join(',')}
        multiple
        hidden
        aria-label="Photos and videos"
        onChange={(event) => {
          photos.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {isWhole ? (
        <RichEditor
          key={draft.edition}
          {...field}
          initial={draft.text}
          onChange={draft.setText}
          onFull={onFull}
          frame={frame}
        />
      ) : (
        frame(<TypeAheadField {...field} onWaiting={draft.setAhead} onSend={due.ask} />, null)
      )}
      {drop.dropping && <div className={styles.drop}>Drop your photos and videos here</div>}
      <UploadOverlay
        phase={sending.phase}
        photos={draft.photos}
        onCancel={sending.cancelUpload}
        quiet={compact === true}
      />
    </section>
  );
}

/** Whether something waits for the editor. */
function hasAny({ draft, closed = false }: ComposerProps): boolean {
  return !closed && (draft.isAhead || draft.photos.length > 0);
}

/** Whether the text has met its limit; it is complained about, but not with every key (POST-04). */
function useFullText() {
  const [full, setFull] = useState(false);
  const complain = useRef(throttle(() => showAlert('danger', TOO_MANY), COMPLAINT_MS));
  const leftOut = useLeftOut();
  const { keep } = leftOut;
  const onFull = useCallback(
    (left: string) => {
      setFull(true);
      complain.current();
      keep(left);
    },
    [keep],
  );
  return { full, leftOut, onFull };
}

/** The button's action, and whether it is enabled. */
function useSending({ draft, submission, through, onSubmitted, closed = false }: ComposerProps, photos: PhotoActions) {
  const { phase, submit, cancelUpload } = useSubmit(submission, draft, photos);
  const empty = draft.photos.length === 0 && isBlank(draft.text);
  const preparing = draft.photos.some(({ state }) => state === 'processing');
  const send = async () => {
    const submitted = await submit();
    if (submitted !== null && submitted.outcome !== 'kept') onSubmitted(submitted);
  };
  // A gate may open after the press, when more is known than was then.
  const sendRef = useRef(send);
  sendRef.current = send;
  const onSubmit = () => {
    if (!empty && !preparing) through(() => void sendRef.current());
  };
  const idle = phase === 'idle' && !preparing;
  return { phase, cancelUpload, onSubmit, idle, disabled: closed || empty || !idle };
}

/** The frame of the text: head, pictures, tools, counter and buttons. */
function Frame(
  props: ComposerProps & {
    readonly photos: PhotoActions;
    readonly onAddPhotos: () => void;
    readonly full: boolean;
    readonly leftOut: LeftOut;
    readonly text: ReactNode;
    readonly toolbar: ReactNode;
    readonly sending: ReturnType<typeof useSending>;
  },
) {
  const { draft, submission, compact, photos, sending } = props;
  // A phone's keyboard leaves room for the text and its tools only: the button moves to the window's head.
  const buttonInHead = useMobile() && !compact;
  const length = richTextLength(draft.text);
  const isFull = length >= TEXT_MAX_CHARACTERS;
  const button = (
    <Button
      variant="primary"
      size={compact ? 'small' : 'medium'}
      disabled={sending.disabled}
      onClick={sending.onSubmit}
    >
      {sending.idle ? props.submitLabel : 'Processing...'}
    </Button>
  );
  return (
    <>
      <div className={styles.scroll}>
        {props.head}
        {props.text}
        <PhotoStrip
          photos={draft.photos}
          actions={photos}
          postId={submission.type === 'EditPost' ? submission.postId : undefined}
        />
        {props.offer}
      </div>
      <LeftOutNote leftOut={props.leftOut} />
      {props.full && isFull && props.leftOut.words === '' && <p className={styles.complaint}>{TOO_MANY}</p>}
      <div className={styles.foot}>
        <IconButton label="Add photos or videos" onClick={props.onAddPhotos}>
          <ImagePlus size={20} aria-hidden />
        </IconButton>
        {props.toolbar}
        <span className={cx(styles.counter, isFull && styles.full)}>
          {length} / {TEXT_MAX_CHARACTERS}
        </span>
        {props.onCancel !== undefined && (
          <Button variant="quiet" size="small" onClick={props.onCancel}>
            Cancel
          </Button>
        )}
        {buttonInHead ? <InDialogHead>{button}</InDialogHead> : button}
      </div>
    </>
  );
}
