import { moderationReasons } from '#domain/kernel/moderation.ts';
import { showAlert } from '../kit/alertStore.ts';
import type { Target } from './dialogs.ts';
import { ReasonForm } from './ReasonForm.tsx';
import { useAct } from './useAct.ts';

/** A moderator removes a post or comment, with a reason for the audit trail. */
export default function RemoveDialog({ kind, id, name }: Target) {
  const act = useAct();
  return (
    <ReasonForm
      title={`Remove this ${kind}?`}
      lead={`What ${name} wrote here will be seen by nobody any more. This cannot be undone.`}
      reasons={moderationReasons}
      confirm="Remove"
      danger
      onSubmit={async ({ reason }) => {
        const answer = await act('RemovePost', { postId: id, reason });
        if (answer.ok) showAlert('success', kind === 'post' ? 'Post removed' : 'Comment removed');
        return answer;
      }}
    />
  );
}
