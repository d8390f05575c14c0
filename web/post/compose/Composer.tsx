import { ImagePlus } from 'lucide-react';
import { type DragEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { TEXT_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { isBlank, richTextLength } from '#domain/post/normalise.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { Button } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { InDialogHead } from '../../kit/Dialog.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { POST_PHOTO_TYPES } from '../../kit/picture/choosePhotos.ts';
import { useMobile } from '../../kit/useMediaQuery.ts';
import styles from './Composer.module.css';
import { PhotoStrip } from './PhotoStrip.tsx';
import { TypeAheadField } from './TypeAheadField.tsx';
import { throttle } from './throttle.ts';
import type { TypedAhead } from './typeAhead.ts';
import { UploadOverlay } from './UploadOverlay.tsx';
import type { Draft } from './useDraft.ts';
import { usePhotos } from './usePhotos.ts';
import { useRichEditor } from './useRichEditor.ts';
import { type Submission, type Submitted, useSubmit } from './useSubmit.ts';

const TOO_MANY = 'Error: Too many characters!';
/** Milliseconds between two complaints about a full text (POST-04). */
const COMPLAINT_MS = 3_000;

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}

/** Text, pictures, counter and the button: everything that writes or changes a post or comment (POST-01 to POST-11). */
export function Composer(props: {
  readonly draft: Draft;
  readonly submission: Submission;
  readonly label: string;
  readonly placeholder: string;
  readonly submitLabel: string;
  readonly head?: ReactNode;
  /** A box inside a page instead of a window of its own. */
  readonly compact?: boolean;
  readonly autoFocus?: boolean;
  /** Leads what was pressed through its gates; where one is closed the draft stays. */
  readonly through: (send: () => void) => void;
  /** Closes a box inside a page; left out where a window closes by itself. */
  readonly onCancel?: () => void;
  readonly onSubmitted: (submitted: Submitted) => void;
}) {
  const { draft, submission, compact, through, onSubmitted } = props;
  const picker = useRef<HTMLInputElement>(null);
  const photos = usePhotos(draft);
  const RichEditor = useRichEditor();
  const typed = useRef<TypedAhead>({ text: '', focused: false });
  // A phone's keyboard leaves room for the text and its tools: the button stands in the window's head.
  const buttonInHead = useMobile() && !compact;
  const { phase, submit, cancelUpload } = useSubmit(submission, draft, photos);
  const [dropping, setDropping] = useState(false);
  const [full, setFull] = useState(false);
  const complain = useRef(throttle(() => showAlert('danger', TOO_MANY), COMPLAINT_MS));
  const onFull = useCallback(() => {
    setFull(true);
    complain.current();
  }, []);

  const length = richTextLength(draft.text);
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

  const button = (
    <Button
      variant="primary"
      size={compact ? 'small' : 'medium'}
      disabled={empty || preparing || phase !== 'idle'}
      onClick={onSubmit}
    >
      {phase === 'idle' && !preparing ? props.submitLabel : 'Processing...'}
    </Button>
  );
  const frame = (text: ReactNode, toolbar: ReactNode) => (
    <>
      <div className={styles.scroll}>
        {props.head}
        {text}
        <PhotoStrip
          photos={draft.photos}
          actions={photos}
          postId={submission.type === 'EditPost' ? submission.postId : undefined}
        />
      </div>
      {full && length >= TEXT_MAX_CHARACTERS && <p className={styles.complaint}>{TOO_MANY}</p>}
      <div className={styles.foot}>
        <IconButton label="Add photos" onClick={() => picker.current?.click()}>
          <ImagePlus size={20} aria-hidden />
        </IconButton>
        {toolbar}
        <span className={cx(styles.counter, length >= TEXT_MAX_CHARACTERS && styles.full)}>
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

  return (
    <section
      className={cx(styles.composer, compact && styles.compact)}
      aria-label={props.label}
      onPaste={(event) => {
        const files = [...event.clipboardData.files];
        if (files.length === 0) return;
        event.preventDefault();
        photos.add(files);
      }}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setDropping(false)}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDropping(false);
        photos.add([...event.dataTransfer.files]);
      }}
    >
      <input
        ref={picker}
        type="file"
        accept={POST_PHOTO_TYPES.join(',')}
        multiple
        hidden
        aria-label="Photos"
        onChange={(event) => {
          photos.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {draft.ready && RichEditor !== null ? (
        <RichEditor
          key={draft.edition}
          initial={draft.text}
          typed={typed}
          label={props.label}
          placeholder={props.placeholder}
          compact={compact}
          autoFocus={props.autoFocus}
          onChange={draft.setText}
          onFull={onFull}
          onSubmit={onSubmit}
          frame={frame}
        />
      ) : (
        frame(
          <TypeAheadField
            typed={typed}
            label={props.label}
            placeholder={props.placeholder}
            compact={compact}
            autoFocus={props.autoFocus}
            onWaiting={draft.setAhead}
          />,
          null,
        )
      )}
      {dropping && <div className={styles.drop}>Drop your photos here</div>}
      <UploadOverlay phase={phase} photos={draft.photos} onCancel={cancelUpload} quiet={compact === true} />
    </section>
  );
}
