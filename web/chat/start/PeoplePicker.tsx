import { Check, UserRoundX } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { Profile } from '#projections/user/collections.ts';
import { Button } from '../../kit/Button.tsx';
import { TextField } from '../../kit/Field.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../kit/State.tsx';
import { LiveHits } from '../../search/face.ts';
import { FullName, handle, UserAvatar } from '../../user/face.ts';
import styles from './PeoplePicker.module.css';
import type { FoundPeople } from './useFoundPeople.ts';

/** Pixels of a person's picture. */
const PICTURE_PX = 40;

/** A field to search people by, and those that were found, by buttons of which one is pressed. */
export function PeoplePicker(props: {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly found: FoundPeople;
  readonly chosen: string | null;
  readonly onChoose: (userId: string) => void;
  /** Enter in the field. */
  readonly onEnter: () => void;
}) {
  const { found, field } = props;
  const list = useRef<HTMLUListElement>(null);

  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by];
    if (next !== undefined) next.focus();
    else if (by === -1) field.current?.focus();
  };

  return (
    <>
      <div className={styles.search}>
        <TextField
          ref={field}
          label="To"
          type="search"
          placeholder="Try searching someone's name . . ."
          autoComplete="off"
          dir="auto"
          value={props.typed}
          onChange={(event) => props.onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault();
              props.onEnter();
            } else step(event);
          }}
        />
      </div>
      <LiveHits kind="somePeople" pages={found.pages} />
      {found.failed ? (
        <ErrorState onRetry={found.retry} />
      ) : found.people.length === 0 && found.isWaiting ? (
        <Bones count={3} />
      ) : found.people.length === 0 && found.searched !== null ? (
        <EmptyState icon={<UserRoundX size={32} />} title="No Users" text="Try another name, or a user name." />
      ) : (
        <ul ref={list} aria-label={found.searched === null ? 'Recent' : 'People'} className={styles.list}>
          {found.people.map((person) => (
            <li key={person.id}>
              <Choice
                person={person}
                isChosen={person.id === props.chosen}
                onChoose={props.onChoose}
                onKeyDown={step}
                onEnter={props.onEnter}
              />
            </li>
          ))}
        </ul>
      )}
      {found.more && (
        <Button wide variant="quiet" onClick={found.loadMore}>
          Show more
        </Button>
      )}
    </>
  );
}

/** Grey rows in place of people who are being searched. */
function Bones({ count }: { readonly count: number }) {
  return (
    <div role="status" aria-label="Searching people" className={styles.list}>
      {Array.from({ length: count }, (_, index) => (
        <div key={String(index)} className={styles.bone}>
          <Skeleton width={PICTURE_PX} height={PICTURE_PX} round />
          <span>
            <Skeleton width="36%" height={16} />
            <Skeleton width="28%" height={14} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** A person who can be chosen: first and last name, user name, picture (CHAT-23). */
function Choice(props: {
  readonly person: Profile;
  readonly isChosen: boolean;
  readonly onChoose: (userId: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Enter on the one that is chosen already: the first one chooses, the second one goes on. */
  readonly onEnter: () => void;
}) {
  const { person, isChosen } = props;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={styles.person}
      onClick={() => props.onChoose(person.id)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isChosen || event.repeat) return props.onKeyDown(event);
        event.preventDefault();
        props.onEnter();
      }}
    >
      <UserAvatar person={person} size={PICTURE_PX} />
      <span className={styles.names}>
        <strong>
          <FullName person={person} />
        </strong>
        <span>{handle(person)}</span>
      </span>
      {isChosen && <Check size={20} aria-hidden />}
    </button>
  );
}
