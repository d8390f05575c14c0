import type { Stage, StoryModel } from '../story.ts';

/**
 * The moderator bans somebody who is in the middle of something: a command that is given once the ban is acknowledged
 * must be refused, in every process. Mostly the ban is lifted again, and the person logs in.
 */
async function inTheMiddle(stage: Stage, pick: number): Promise<void> {
  const { me: userId } = stage;
  const bio = (words: string) => ({ type: 'ChangeBio', data: { bio: words } });
  const data = { userId, reason: 'scam', note: `Seen ${pick} times.`, about: userId };
  const banning = stage.gives('moderator', { type: 'BanPerson', data });
  if (pick % 2 === 0) void stage.soon().then(() => stage.gives('me', bio('Was I banned?')));
  const banned = await banning;
  if (banned?.ok !== true || banned.position === null) return;
  const lifted = { stream: `ban-${userId}`, type: 'BanLifted' };
  await stage.mustNot(bio('I am still here.'), 'ACCOUNT_BANNED', banned.position, lifted);
  if (pick % 4 === 0) return;
  await stage.gives('moderator', { type: 'LiftBan', data: { userId, reason: 'mistake' } });
  await stage.soon();
  stage.logsIn();
}

export const banStory: StoryModel = {
  admits: { PersonBanned: 'no', BanLifted: 'again' },
  scenes: { banned: { often: 2, play: inTheMiddle } },
};
