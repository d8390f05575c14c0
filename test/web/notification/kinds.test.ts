import { expect, it } from '@jest/globals';
import { notificationKinds } from '#domain/notification/kinds.ts';
import { kindLooks } from '#web/notification/kinds.ts';

it('[NOTF-02 in part] each kind says who did what to whose thing (Q49)', () => {
  const said = (total: number, isComment: boolean) =>
    Object.fromEntries(notificationKinds.map((kind) => [kind, kindLooks[kind].words({ total, isComment })]));
  const one = {
    comment: 'commented on your post',
    'comment reply': 'replied to your comment on',
    'post interaction': 'also commented on',
    'comment interaction': 'also replied in a thread of yours on',
    like: 'liked your comment',
    'new chat': 'started a conversation with you',
    message: 'sent you a message',
    'message like': 'liked your message',
  };
  expect(said(1, true)).toEqual(one);
  expect(said(3, false)).toEqual({
    ...one,
    like: 'saved your post',
    'new chat': 'started a conversation with you: 3 messages',
    message: 'sent you 3 messages',
    'message like': 'liked 3 of your messages',
  });
  // Behind "on" stands the name of the post.
  for (const [kind, words] of Object.entries(one)) {
    if (words.endsWith(' on')) expect(kindLooks[kind as keyof typeof one].namesPost).toBe(true);
  }
});
