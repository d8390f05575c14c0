import { BadgeCheck, CalendarDays, GraduationCap, Newspaper } from 'lucide-react';
import { findCampus } from '#domain/campus/registry.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { isProfileComplete } from '#domain/user/access.ts';
import { BIO_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { authorCounters, homes, introductions, type Profile } from '#projections/user/collections.ts';
import { joinedText } from '../kit/age.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { Filled } from '../kit/slots.tsx';
import { site } from '../session/site.ts';
import { useDocument } from '../sync/hooks.ts';
import { Bio } from './Bio.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import styles from './ProfilePage.module.css';
import { FullName } from './person/FullName.tsx';
import { handle } from './person/names.ts';
import { UserAvatar } from './person/UserAvatar.tsx';
import { profileActions } from './slots.ts';

/**
 * "4 posts". The count is over all campuses (DATA-10), and the lists below are of this site's alone (CAMP-18): where a
 * person is a guest it says so.
 */
function countOfPosts(count: number, home: string | undefined): string {
  const posts = count === 1 ? '1 post' : `${count} posts`;
  return home === undefined || home === site.id ? posts : `${posts} on all campuses`;
}

/** Picture, name, bio and when they joined (PROF-07, PROF-09, PROF-10). */
export function ProfileHeader({ person, isOwn }: { readonly person: Profile; readonly isOwn: boolean }) {
  const count = useDocument(authorCounters, person.id)?.posts ?? 0;
  const introduction = useDocument(introductions, person.id);
  const bio = [...((introduction && reveal(introduction.bio)) ?? '')].slice(0, BIO_MAX_CHARACTERS).join('');
  const home = useDocument(homes, person.id);
  const campus = findCampus(home?.memberOf ?? '');
  const graduation = introduction === undefined ? null : reveal(introduction.graduationYear);
  return (
    <section className={styles.head} aria-label="Profile">
      <div className={styles.top}>
        <UserAvatar person={person} size={96} />
        <div className={styles.actions}>
          <ProfileMenu person={person} isOwn={isOwn} />
          {!isOwn && <Filled slot={profileActions} with={{ person }} />}
          {isOwn &&
            (isProfileComplete(person) ? (
              <ButtonLink to="/profile/edit">Edit Profile</ButtonLink>
            ) : (
              <ButtonLink variant="primary" to="/profile/set-up?goBack=profile">
                Set up profile
              </ButtonLink>
            ))}
        </div>
      </div>
      <div>
        <h2 className={styles.name}>
          <FullName person={person} />
          {campus !== undefined && (
            <span className={styles.badge}>
              <BadgeCheck size={14} aria-hidden /> {campus.name}
            </span>
          )}
        </h2>
        <p className={styles.handle}>{handle(person)}</p>
      </div>
      {bio !== '' && <Bio text={bio} />}
      <p className={styles.facts}>
        {person.verified && home !== undefined && (
          <span>
            <CalendarDays size={16} aria-hidden /> {joinedText(home.joinedAt)}
          </span>
        )}
        {graduation !== null && (
          <span>
            <GraduationCap size={16} aria-hidden /> Class of {graduation}
          </span>
        )}
        <span>
          <Newspaper size={16} aria-hidden /> {countOfPosts(count, home?.campus)}
        </span>
      </p>
    </section>
  );
}
