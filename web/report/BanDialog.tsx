import { BAN_NOTE_MAX_CHARACTERS } from '#domain/ban/limits.ts';
import { moderationReasons } from '#domain/kernel/moderation.ts';
import { showAlert } from '../kit/alertStore.ts';
import { ReasonForm } from './ReasonForm.tsx';
import { useAct } from './useAct.ts';

/** A moderator bans a person. */
export default function BanDialog(props: { readonly userId: string; readonly name: string; readonly about: string }) {
  const { userId, name, about } = props;
  const act = useAct();
  return (
    <ReasonForm
      title={`Ban ${name}?`}
      lead="All sessions end at once, and nobody can sign in or sign up with this person's addresses. Posts stay."
      reasons={moderationReasons}
      words="Note for other moderators"
      max={BAN_NOTE_MAX_CHARACTERS}
      confirm="Ban"
      danger
      onSubmit={async ({ reason, text }) => {
        const answer = await act('BanPerson', { userId, reason, note: text, about });
        if (answer.ok) showAlert('success', `${name} is banned`);
        return answer;
      }}
    />
  );
}
