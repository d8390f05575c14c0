import { type ModerationReason, moderationReasons } from '#domain/kernel/moderation.ts';
import { REPORT_TEXT_MAX_CHARACTERS } from '#domain/report/limits.ts';
import { showAlert } from '../kit/alertStore.ts';
import type { Target } from './dialogs.ts';
import { type Reasoned, ReasonForm } from './ReasonForm.tsx';
import { useAct } from './useAct.ts';

/** The words after a report; those about a person are exact (PROF-06). */
const THANKS = {
  person: 'User Reported. Thanks for letting us know.',
  post: 'Post Reported. Thanks for letting us know.',
  message: 'Message Reported. Thanks for letting us know.',
  comment: 'Comment Reported. Thanks for letting us know.',
} as const;

/** Reports a person, post, comment or message to the moderators. */
export default function ReportDialog({ kind, id, name }: Target) {
  const act = useAct();
  const send = (reasoned: Reasoned<ModerationReason>) => {
    if (kind === 'person') return act('ReportPerson', { userId: id, ...reasoned });
    if (kind === 'message') return act('ReportMessage', { messageId: id, ...reasoned });
    return act('ReportPost', { postId: id, ...reasoned });
  };
  const report = async (reasoned: Reasoned<ModerationReason>) => {
    const answer = await send(reasoned);
    if (answer.ok) showAlert('success', THANKS[kind]);
    return answer;
  };
  return (
    <ReasonForm
      title={kind === 'person' ? `Report ${name}` : `Report this ${kind}`}
      lead="Only our moderators see your report, and who made it."
      reasons={moderationReasons}
      words="What is wrong?"
      wordsFor="other"
      max={REPORT_TEXT_MAX_CHARACTERS}
      confirm="Report"
      onSubmit={report}
    />
  );
}
