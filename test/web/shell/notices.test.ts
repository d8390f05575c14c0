import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { leaveNotice, type NoticeTexts, takeNotices } from '#web/kit/navigation/notices.ts';

let noticeTexts: NoticeTexts;
/** The flags that the tab keeps. */
let kept: Map<string, string>;

/** The modules of the site read the page's address when they are loaded. */
beforeAll(async () => {
  Object.assign(globalThis, { location: new URL('http://localhost/') });
  ({ noticeTexts } = await import('#web/shell/registry.ts'));
});

beforeEach(() => {
  kept = new Map();
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
  Object.assign(globalThis, { sessionStorage });
});

describe('a one-time notice', () => {
  const all = [
    ['already_boosted', 'true', 'This post is already boosted'],
    ['cancelled_ad', 'true', 'Cancelled boost post request'],
    ['actived_ad', 'true', 'Success! Your ad is running..'],
    ['comment_success', 'true', 'Your reply was sent'],
    ['update_success', 'true', 'Profile Updated'],
    ['trigger_alert', 'post_success', 'Posted! Your post was sent.'],
  ] as const;

  it('[SHEL-11] is one of six, each with its flag, value and text', () => {
    const declared = Object.entries(noticeTexts).flatMap(([flag, byValue]) =>
      Object.entries(byValue).map(([value, text]) => [flag, value, text]),
    );
    expect(declared.sort()).toEqual([...all].map((each) => [...each]).sort());
  });

  it.each(all)('[SHEL-11] %s is a flag that is kept, and handed out once', (flag, value, text) => {
    leaveNotice(flag, value);
    expect([...kept]).toEqual([[flag, value]]);
    expect(takeNotices(noticeTexts)).toEqual([text]);
    expect([...kept]).toEqual([]);
    expect(takeNotices(noticeTexts)).toEqual([]);
  });

  it('[SHEL-11] comes with the others that wait; a value that nobody knows says nothing, and goes', () => {
    leaveNotice('trigger_alert', 'another');
    leaveNotice('update_success', 'true');
    leaveNotice('comment_success', 'true');
    expect([...takeNotices(noticeTexts)].sort()).toEqual(['Profile Updated', 'Your reply was sent']);
    expect([...kept]).toEqual([]);
  });
});
