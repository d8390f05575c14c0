import { ChevronRight, MessageCircle, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Campus } from '#domain/campus/campus.ts';
import { ExternalButton } from '../kit/Button.tsx';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { TextField } from '../kit/Field.tsx';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { Spinner } from '../kit/Spinner.tsx';
import { EmptyState, ErrorState } from '../kit/State.tsx';
import { site } from '../session/site.ts';
import { schoolDialog } from './dialogs.ts';
import { SchoolMark } from './SchoolMark.tsx';
import styles from './SearchSchoolsPage.module.css';
import { useSchools } from './useSchools.ts';

/** Characters that a search takes at most. */
const WORDS_MAX_CHARACTERS = 100;

/** `/search_schools`: the way to one's campus, and the start of the generic site (CAMP-05, CAMP-09, SRCH-20). */
export default function SearchSchoolsPage() {
  const [text, setText] = useState('');
  const found = useSchools(text);
  const { account, url } = site.contact.social;
  useNamedSchool();
  return (
    <>
      <PageHeader variant="home" title="Find Your School" sub="Each campus has a site of its own" needsNetwork />
      <search className={styles.search}>
        <TextField
          label="Search schools"
          type="search"
          name="school"
          autoComplete="off"
          placeholder="Search schools"
          maxLength={WORDS_MAX_CHARACTERS}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </search>
      <div aria-live="polite">
        {found.failed ? (
          <ErrorState onRetry={found.retry} />
        ) : found.schools === null ? (
          <Spinner />
        ) : found.schools.length === 0 ? (
          <EmptyState
            icon={<SearchX size={32} />}
            title="No school found"
            text="Try its short name, its whole name, or its city. Is it not here yet? Message us, and we add it."
            action={
              <ExternalButton href={url} icon={<MessageCircle size={20} aria-hidden />}>
                Message {account}
              </ExternalButton>
            }
          />
        ) : (
          <ul className={styles.list} aria-label="Schools">
            {found.schools.map((campus) => (
              <li key={campus.id}>
                <School campus={campus} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** `?campus=` opens a school as if it had been picked: an address to send to others (SRCH-21, SRCH-23). */
function useNamedSchool(): void {
  const [query, setQuery] = useSearchParams();
  const named = query.get('campus');
  useEffect(() => {
    if (named === null) return;
    setQuery({}, { replace: true });
    openDialog(schoolDialog, { campus: named });
  }, [named, setQuery]);
}

/** A school with city, state, country and name (SRCH-20). */
function School({ campus }: { readonly campus: Campus }) {
  const { city, state, country } = campus.location;
  return (
    <button type="button" className={styles.school} onClick={() => openDialog(schoolDialog, { campus: campus.id })}>
      <SchoolMark campus={campus} />
      <span className={styles.names}>
        <strong>{campus.fullName}</strong>
        <span>{[city, state, country].join(', ')}</span>
      </span>
      <ChevronRight size={20} aria-hidden />
    </button>
  );
}
