import { Store } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { findCampus } from '#domain/campus/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { homes, people } from '#projections/user/collections.ts';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/State.tsx';
import { site } from '../../session/site.ts';
import { visitCampus } from '../../session/visitCampus.ts';
import { useDocument, useWindow } from '../../sync/hooks.ts';
import { profilePath } from '../../user/face.ts';
import { ProfileCards } from './ProfileCards.tsx';
import styles from './SoldFilter.module.css';

/** Parameter of the address, and its value that shows what is sold alone. */
const SALE = 'sale';
const SOLD = 'sold';

/** The Posts tab of a profile, live: the newest activity first (PROF-04); what is sold can be seen alone. */
export default function ProfilePosts({ userId, isOwn }: { readonly userId: string; readonly isOwn: boolean }) {
  const [query] = useSearchParams();
  const isSold = query.get(SALE) === SOLD;
  const name = (isSold ? topicName.wallSold : topicName.wall)(site.id, userId);
  const postIds = useWindow(name);
  return (
    <>
      <nav className={styles.filter} aria-label="Which posts">
        <Link to={{ search: '' }} replace aria-current={isSold ? undefined : 'page'}>
          All
        </Link>
        <Link to={{ search: `?${SALE}=${SOLD}` }} replace aria-current={isSold ? 'page' : undefined}>
          Sold
        </Link>
      </nav>
      <ProfileCards key={name} name={name} label={isSold ? 'Sold' : 'Posts'} postIds={postIds} byActivity>
        <NoPosts isSold={isSold} isOwn={isOwn} userId={userId} />
      </ProfileCards>
    </>
  );
}

/** Nothing is listed on this campus (CAMP-18); the posts of a guest are at home. */
function NoPosts(props: { readonly isSold: boolean; readonly isOwn: boolean; readonly userId: string }) {
  const { isSold, isOwn, userId } = props;
  const home = useDocument(homes, userId)?.campus;
  const path = profilePath(useDocument(people, userId));
  const campus = home === site.id ? undefined : findCampus(home ?? '');
  const icon = <Store size={32} />;
  if (campus !== undefined && path !== null) {
    return (
      <EmptyState
        icon={icon}
        title={isSold ? `Nothing sold at ${site.name}` : `No posts at ${site.name}`}
        text="Posts are listed on the campus where they were written."
        action={<Button onClick={() => visitCampus(campus, path)}>See the profile at {campus.name}</Button>}
      />
    );
  }
  if (isSold) {
    const text = isOwn ? 'What you mark as sold shows up here.' : 'What they mark as sold shows up here.';
    return <EmptyState icon={icon} title="Nothing sold yet" text={text} />;
  }
  const text = isOwn ? 'What you post shows up here.' : 'What they post shows up here.';
  return <EmptyState icon={icon} title="No posts yet" text={text} />;
}
