import { useState } from 'react';
import { Link } from 'react-router';
import { findCampus } from '#domain/campus/registry.ts';
import { type ModerationReason, moderationReasons } from '#domain/kernel/moderation.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { evidenceFolder } from '#domain/report/files.ts';
import { imagePath } from '#projections/kernel/imagePath.ts';
import { type Case, cases, reports } from '#projections/report/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { Age } from '../kit/Age.tsx';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { useSession } from '../session/session.ts';
import { useDocument, useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { fullName, UserAvatar } from '../user/face.ts';
import { banDialog, removeDialog } from './dialogs.ts';
import { Entries, PersonLink } from './Entries.tsx';
import styles from './ModerationPage.module.css';
import { useAct } from './useAct.ts';

const NO_CASES = { open: 'No open reports', mine: 'You look after no report', closed: 'No report was decided yet' };
const OUTCOMES = { dismissed: 'dismissed', removed: 'removed', banned: 'banned the person' } as const;

/** Names of videos that browsers play; any other is a download. */
const PLAYABLE = /\.(mp4|mov)$/;

/** The words of a reason; one of a newer release is shown as it is. */
export function reasonText(reason: string): string {
  return Object.hasOwn(moderationReasons, reason) ? moderationReasons[reason as ModerationReason] : reason;
}

/** Words for the files of what was reported, such as "2 photos or videos". */
function filesText({ kind, imageCount }: Case): string {
  if (kind === 'person') return 'the profile picture';
  return imageCount === 1 ? '1 photo or video' : `${imageCount} photos or videos`;
}

/** The cases that are open, one's own, or decided. */
export function CaseList({ which }: { readonly which: 'open' | 'mine' | 'closed' }) {
  const userId = useSession((session) => session.userId);
  const topic = which === 'mine' ? topicName.casesOf(userId ?? '-') : topicName.cases(which);
  return (
    <Entries
      label="Reports"
      topic={topic}
      collection={cases}
      empty={NO_CASES[which]}
      entry={(found) => <CaseEntry found={found} />}
    />
  );
}

function CaseEntry({ found }: { readonly found: Case }) {
  const [shown, setShown] = useState(false);
  const person = useDocument(people, found.person);
  const content = reveal(found.content);
  const count = found.reports === 1 ? '1 report' : `${found.reports} reports`;
  return (
    <article aria-label={`Report of ${fullName(person)}`} className={styles.matter}>
      <div className={styles.who}>
        <UserAvatar person={person} />
        <div>
          <strong>
            <PersonLink id={found.person} />
          </strong>
          <p className={styles.meta}>
            {found.kind} · {findCampus(found.campus)?.name ?? found.campus} · {reasonText(found.reason)} · {count} ·{' '}
            <Age at={found.changedAt} />
            {found.root !== null && !found.isDeleted && (
              <>
                {' · '}
                <Link to={`/post/${found.root}`}>open the post</Link>
              </>
            )}
            {found.isDeleted && ' · deleted by now'}
          </p>
        </div>
      </div>
      <blockquote className={styles.evidence} dir="auto">
        {content === null ? 'The person was erased, and the evidence with them.' : content || '(no words)'}
        {found.imageCount > 0 && `\n+ ${filesText(found)}`}
      </blockquote>
      <EvidencePhotos found={found} />
      {shown && <Reports caseId={found.id} />}
      <div className={styles.actions}>
        <Button size="small" variant="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide the reports' : 'Show the reports'}
        </Button>
        {found.status === 'open' ? <CaseActions found={found} name={fullName(person)} /> : <Decided found={found} />}
      </div>
    </article>
  );
}

/** The files of what was reported, which are kept for moderators; a photo opens whole, a video plays when it is asked to. */
function EvidencePhotos({ found: { id: caseId, kind, files } }: { readonly found: Case }) {
  const names = reveal(files) ?? [];
  if (names.length === 0) return null;
  return (
    <ul className={styles.photos} aria-label="Photos when it was reported">
      {names.map((name, n) => (
        <li key={name}>
          <EvidenceFile folder={evidenceFolder({ kind, caseId })} name={name} place={`${n + 1} of ${names.length}`} />
        </li>
      ))}
    </ul>
  );
}

/** @param props.place such as "2 of 3" */
function EvidenceFile({
  folder,
  name,
  place,
}: {
  readonly folder: string;
  readonly name: string;
  readonly place: string;
}) {
  const [isUnplayable, setUnplayable] = useState(!PLAYABLE.test(name));
  const whole = imagePath(folder, name);
  const isPhoto = name.endsWith('.webp');
  if (isPhoto || isUnplayable) {
    return (
      <a href={whole} target="_blank" rel="noopener">
        {isPhoto ? <img src={imagePath(folder, name, 320)} alt={place} loading="lazy" /> : `Video, ${place}`}
      </a>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: people's own short films have none to show
    <video
      controls
      playsInline
      preload="metadata"
      aria-label={`Video, ${place}`}
      src={whole}
      onError={() => setUnplayable(true)}
    />
  );
}

function Decided({ found }: { readonly found: Case }) {
  if (found.closed === null) return null;
  return (
    <p className={styles.meta}>
      <PersonLink id={found.closed.by} /> {OUTCOMES[found.closed.outcome]} · <Age at={found.changedAt} />
    </p>
  );
}

function CaseActions({ found, name }: { readonly found: Case; readonly name: string }) {
  const act = useAct();
  const me = useSession((session) => session.userId);
  const own = me === found.taker;
  const { id, kind, person, taker, isDeleted } = found;
  const give = async (type: 'TakeCase' | 'ReleaseCase' | 'DismissCase') => {
    const answer = await act(type, { caseId: id });
    if (!answer.ok) showAlert('danger', answer.text);
  };
  return (
    <>
      {taker === '' ? (
        <Button size="small" onClick={() => give('TakeCase')}>
          Take
        </Button>
      ) : (
        <>
          {!own && (
            <p className={styles.meta}>
              With <PersonLink id={taker} />
            </p>
          )}
          <Button size="small" onClick={() => give('ReleaseCase')}>
            Release
          </Button>
        </>
      )}
      <Button size="small" onClick={() => give('DismissCase')}>
        Dismiss
      </Button>
      {(kind === 'post' || kind === 'comment') && !isDeleted && (
        <Button size="small" variant="danger" onClick={() => openDialog(removeDialog, { kind, id, name })}>
          Remove {kind}
        </Button>
      )}
      {person !== me && (
        <Button
          size="small"
          variant="danger"
          onClick={() => openDialog(banDialog, { userId: person, name, about: id })}
        >
          Ban
        </Button>
      )}
    </>
  );
}

/** The reporters' words, the newest first. */
function Reports({ caseId }: { readonly caseId: string }) {
  const topic = topicName.reports(caseId);
  useTopic(topic);
  const found = useDocuments(reports, useWindow(topic));
  return (
    <ul className={styles.reports} aria-label="What the reporters say">
      {found.map(({ id, reporter, reason, text, at }) => (
        <li key={id}>
          <PersonLink id={reporter} />: {reasonText(reason)} <span dir="auto">{reveal(text)}</span>{' '}
          <span className={styles.meta}>
            <Age at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
