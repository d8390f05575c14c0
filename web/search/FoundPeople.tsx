import { useMemo } from 'react';
import { Link } from 'react-router';
import { reveal } from '#domain/kernel/personal.ts';
import { matchOf } from '#projections/kernel/searchMatch.ts';
import { searchWords } from '#projections/kernel/searchWords.ts';
import { type Profile, people } from '#projections/user/collections.ts';
import { useDocuments } from '../sync/hooks.ts';
import { fullName, PersonList, profilePath } from '../user/face.ts';
import { addressOf } from './address.ts';
import { LiveHits } from './LiveHits.tsx';
import styles from './SearchPage.module.css';
import { useResults } from './useResults.ts';

/** People above the posts; all others are behind the link. */
const SHOWN = 3;

/** People whose name was searched, above the posts: nothing where the words are no name. */
export default function FoundPeople({ text }: { readonly text: string }) {
  const results = useResults({ text, show: 'people', filters: {} });
  const pages = useMemo(() => results.pages ?? [], [results.pages]);
  const found = useDocuments(
    people,
    useMemo(() => pages.flat(), [pages]),
  );
  const named = found.filter((person) => profilePath(person) !== null && isNamed(person, text));
  return (
    <>
      <LiveHits kind="somePeople" pages={pages} />
      {named.length > 0 && (
        <section className={styles.people} aria-label="People by this name">
          <PersonList label="People by this name" people={named.slice(0, SHOWN)} />
          <Link to={addressOf({ text, show: 'people' })}>All people found</Link>
        </section>
      )}
    </>
  );
}

/** Whether a person has all the words in their name. The index forgives mistakes: who looks for a lamp means no Mr Lamb. */
function isNamed(person: Profile, text: string): boolean {
  const texts = { name: fullName(person), username: reveal(person.username) ?? '' };
  const wording = 'names';
  const words = searchWords(text, wording);
  const content = { campus: null, texts, filters: {}, at: 0 };
  return words.length > 0 && matchOf({ wording }, content, words, {}) === 'whole';
}
