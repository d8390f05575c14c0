import { topicName } from '#projections/sync/topicNames.ts';
import { homes, people } from '#projections/user/collections.ts';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { useSession } from '../session/session.ts';
import { useSharedLink } from '../session/useSharedLink.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { NoProfile } from './NoProfile.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import { ProfileTabs } from './ProfileTabs.tsx';
import { fullName } from './person/names.ts';

/** `/profile`: one's own. */
export default function OwnProfilePage() {
  const userId = useSession((session) => session.userId);
  return userId === null ? null : <Profile userId={userId} />;
}

/** A person's header and the sections of other nouns below it, live. */
export function Profile({ userId }: { readonly userId: string }) {
  const topic = useTopic(topicName.person(userId));
  const person = useDocument(people, userId);
  const isOwn = useSession((session) => session.userId === userId);
  const title = person === undefined ? 'Profile' : fullName(person);
  usePageTitle(title);
  useSharedLink(useDocument(homes, userId)?.campus);
  const gone = topic.refusal?.code === 'PERSON_UNKNOWN' || person?.erased === true;
  // Like somebody unknown: who is on a private campus is not for others to know (CAMP-08).
  const isHidden = topic.refusal?.code === 'TOPIC_FORBIDDEN';
  return (
    <>
      <PageHeader variant={isOwn ? 'tab' : 'detail'} title={isOwn ? 'Profile' : title} />
      {gone || isHidden ? (
        <NoProfile />
      ) : person === undefined ? (
        <TopicWaiting topic={topic} skeleton={<CardSkeletons count={3} label="Loading profile" />} />
      ) : (
        <>
          <ProfileHeader person={person} isOwn={isOwn} />
          <ProfileTabs userId={userId} isOwn={isOwn} />
        </>
      )}
    </>
  );
}
