import { moderationReasons } from '#domain/kernel/moderation.ts';
import { showAlert } from '../kit/alertStore.ts';
import { ReasonForm, useAct } from '../report/face.ts';
import type { AskedAct } from './dialogs.ts';

/** A moderator rejects an ad, with a reason that its owner reads (Q62). */
export function RejectDialog({ postId, adId }: Pick<AskedAct, 'postId' | 'adId'>) {
  const act = useAct();
  return (
    <ReasonForm
      title="Reject this ad?"
      lead="It ends for good, and its owner reads the reason. What it has not spent stays in the owner's funds."
      reasons={moderationReasons}
      confirm="Reject"
      danger
      onSubmit={async ({ reason }) => {
        const answer = await act('RejectAd', { postId, adId, reason });
        if (answer.ok) showAlert('success', 'Ad rejected');
        return answer;
      }}
    />
  );
}
