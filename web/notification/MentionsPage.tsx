import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { NothingYet } from './NothingYet.tsx';

/** `/notifications/mentions`: nobody can be mentioned, so nobody was (NOTF-05, Q51). */
export default function MentionsPage() {
  return (
    <>
      <PageHeader variant="detail" title="Mentions" />
      <NothingYet />
    </>
  );
}
