import { Store } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { topicName } from '#projections/sync/topicNames.ts';
import { EmptyState } from '../../kit/State.tsx';
import { site } from '../../session/site.ts';
import { useWindow } from '../../sync/hooks.ts';
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
        <EmptyState icon={<Store size={32} />} {...emptyText(isSold, isOwn)} />
      </ProfileCards>
    </>
  );
}

function emptyText(isSold: boolean, isOwn: boolean): { readonly title: string; readonly text: string } {
  if (isSold) {
    const text = isOwn ? 'What you mark as sold shows up here.' : 'What they mark as sold shows up here.';
    return { title: 'Nothing sold yet', text };
  }
  return { title: 'No posts yet', text: isOwn ? 'What you post shows up here.' : 'What they post shows up here.' };
}
