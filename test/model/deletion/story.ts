import { DELETION_GRACE_DAYS } from '#domain/deletion/limits.ts';
import type { Stage, StoryModel } from '../story.ts';

/** Milliseconds beyond the grace of a deletion. */
const GRACE_MS = (DELETION_GRACE_DAYS + 1) * 86_400_000;

/**
 * Somebody has the account deleted, and keeps it after all, or does not; then the grace is over. Nothing of one who is
 * gone may be left, and one who has stayed keeps everything.
 */
async function leaveForGood(stage: Stage, pick: number): Promise<void> {
  const asked = await stage.orders({ type: 'RequestDeletion', data: {} });
  if (!asked.ok) return;
  await stage.soon();
  if (pick % 2 === 0) {
    stage.logsIn();
    await stage.soon();
    // Sometimes both at once: it is either kept or begun.
    const kept = stage.gives('me', { type: 'CancelDeletion', data: {} });
    if (pick % 4 === 0) await kept;
  }
  // The first sweep comes soon after a start.
  await stage.comesBackAfter(GRACE_MS);
}

export const deletionStory: StoryModel = { scenes: { leaving: { often: 1, play: leaveForGood } } };
