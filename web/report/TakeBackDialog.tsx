import { moderationReasons } from '#domain/kernel/moderation.ts';
import { showAlert } from '../kit/alertStore.ts';
import { ReasonForm } from './ReasonForm.tsx';
import { useAct } from './useAct.ts';

/** A moderator takes a popular search back, with a reason for the audit trail. */
export default function TakeBackDialog({ term, text }: { readonly term: string; readonly text: string }) {
  const act = useAct();
  return (
    <ReasonForm
      title="Take this search back?"
      lead={
        <>
          “<bdi>{text}</bdi>” leaves the popular searches at once. It does not come back, however many search for it.
        </>
      }
      reasons={moderationReasons}
      confirm="Take back"
      danger
      onSubmit={async ({ reason }) => {
        const answer = await act('TakeBackSearchTerm', { term, reason });
        if (answer.ok) showAlert('success', 'Search taken back');
        return answer;
      }}
    />
  );
}
