import { liftReasons } from '#domain/ban/events.ts';
import { showAlert } from '../kit/alertStore.ts';
import { ReasonForm } from './ReasonForm.tsx';
import { useAct } from './useAct.ts';

/** A moderator lifts a ban, with a reason for the audit trail. */
export default function LiftDialog({ userId, name }: { readonly userId: string; readonly name: string }) {
  const act = useAct();
  return (
    <ReasonForm
      title={`Lift the ban of ${name}?`}
      lead="They can sign in again, and their email addresses are free."
      reasons={liftReasons}
      confirm="Lift the ban"
      onSubmit={async ({ reason }) => {
        const answer = await act('LiftBan', { userId, reason });
        if (answer.ok) showAlert('success', `The ban of ${name} is lifted`);
        return answer;
      }}
    />
  );
}
