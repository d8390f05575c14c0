import { describe, expect, it } from '@jest/globals';
import { messageLength } from '#domain/message/content.ts';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { SOME_DOCUMENTS_MAX } from '#projections/kernel/topic.ts';
import { hasSeveralSigns } from '#web/kit/graphemes.ts';
import { throttle } from '#web/kit/throttle.ts';
import { fitMessage } from '#web/message/fitMessage.ts';
import { isInSight } from '#web/message/inSight.ts';
import { receiptOf } from '#web/message/receipt.ts';
import { sharedTopics } from '#web/message/sharedTopics.ts';
import { keptText } from '#web/writing/draftContent.ts';
import { plainText } from '#web/writing/usePlainDraft.ts';

const FULL = 'x'.repeat(TEXT_MAX_CHARACTERS);

describe('a message at its limit', () => {
  it('[CHAT-08 in part] takes what fits, and nothing more, wherever it is put in (D34)', () => {
    expect(fitMessage('', 'hello')).toEqual({ text: 'hello', caret: 5, cut: false, left: '' });
    expect(fitMessage('', `${FULL}yz`)).toEqual({ text: FULL, caret: FULL.length, cut: true, left: 'yz' });
    expect(fitMessage(FULL, `${FULL.slice(0, 10)}y${FULL.slice(10)}`)).toEqual({
      text: FULL,
      caret: 10,
      cut: true,
      left: 'y',
    });
    const before = `ab${'x'.repeat(TEXT_MAX_CHARACTERS - 5)}`;
    expect(fitMessage(before, `a12345b${before.slice(2)}`)).toMatchObject({
      text: `a123b${before.slice(2)}`,
      caret: 4,
    });
  });

  it('[CHAT-08 in part] counts a line break as two characters, and cuts no sign through', () => {
    const almost = 'x'.repeat(TEXT_MAX_CHARACTERS - 1);
    expect(fitMessage(almost, `${almost}\n`)).toMatchObject({ text: almost, cut: true });
    const fitted = fitMessage(almost.slice(3), `${almost.slice(3)}👩‍👩‍👧`);
    expect(fitted).toMatchObject({ text: almost.slice(3), cut: true });
    expect(messageLength(fitted.text)).toBeLessThanOrEqual(TEXT_MAX_CHARACTERS);
  });

  it('[SHOP-D4] an emoji, a flag or a letter with its accent enters whole or not at all, wherever it is put in', () => {
    const almost = 'x'.repeat(TEXT_MAX_CHARACTERS - 1);
    for (const sign of ['👩‍👩‍👧‍👦', '🇩🇪', 'e\u0301']) {
      expect(fitMessage(almost, `${almost}${sign}`)).toMatchObject({ text: almost, cut: true });
      expect(fitMessage(almost, `${sign}${almost}`)).toEqual({ text: almost, caret: 0, cut: true, left: sign });
    }
    // Two emoji that begin by the same half.
    const woman = `a👩${'x'.repeat(TEXT_MAX_CHARACTERS - 2)}`;
    const { text } = fitMessage(woman, woman.replace('👩', '👨👨'));
    expect([text.isWellFormed(), messageLength(text) <= TEXT_MAX_CHARACTERS]).toEqual([true, true]);
  });

  it('[CHAT-08 in part] loses no word of a paste: with what stands there, what was left out is the whole of it', () => {
    const paste = `first\nsecond 👩‍👩‍👧 ${'y'.repeat(TEXT_MAX_CHARACTERS)} last`;
    for (const [head, tail] of [
      ['', ''],
      ['before ', ''],
      ['before ', ' after'],
      ['', 'x'.repeat(TEXT_MAX_CHARACTERS)],
    ] as const) {
      const { text, left } = fitMessage(head + tail, head + paste + tail);
      expect(messageLength(text)).toBeLessThanOrEqual(TEXT_MAX_CHARACTERS);
      expect(text.slice(0, text.length - tail.length) + left).toBe(head + paste);
    }
  });

  it('keeps what was left out if it is more than a key at the limit', () => {
    expect(['', 'a', '👩‍👩‍👧', '\n', 'ab', '👩‍👩‍👧a'].map(hasSeveralSigns)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('[CHAT-08 in part] complains at most once in three seconds', () => {
    let now = 0;
    let complaints = 0;
    const complain = throttle(
      () => {
        complaints += 1;
      },
      3_000,
      () => now,
    );
    for (now = 0; now < 6_000; now += 100) complain();
    expect(complaints).toBe(2);
  });
});

it('a draft keeps the lines of a message as they are', () => {
  for (const text of ['', 'a', 'a\n\n b ', '\n']) expect(plainText(keptText(text))).toBe(text);
});

it('[CHAT-10 in part] only the last message, and only one of one’s own that was sent, is Delivered or Seen', () => {
  const side = { user: 'ann', sentSeen: 3 };
  expect(receiptOf({ author: 'ann', ordinal: 4 }, side, true)).toBe('Delivered');
  expect(receiptOf({ author: 'ann', ordinal: 3 }, side, true)).toBe('Seen');
  expect(receiptOf({ author: 'ann', ordinal: 4 }, side, false)).toBeNull();
  expect(receiptOf({ author: 'ben', ordinal: 1 }, side, true)).toBeNull();
  expect(receiptOf(undefined, side, true)).toBeNull();
});

it('[CHAT-10 in part] a message is in sight with half of itself, or half of the pane that it fills', () => {
  const pane = { top: 100, bottom: 500 };
  expect(isInSight({ top: 480, bottom: 520 }, pane)).toBe(true);
  expect(isInSight({ top: 481, bottom: 521 }, pane)).toBe(false);
  expect(isInSight({ top: 60, bottom: 139 }, pane)).toBe(false);
  expect(isInSight({ top: 60, bottom: 140 }, pane)).toBe(true);
  expect(isInSight({ top: -900, bottom: 300 }, pane)).toBe(true);
  expect(isInSight({ top: 500, bottom: 500 }, pane)).toBe(false);
});

it('[CHAT-21 in part] shared posts are asked for by campus, no more at once than a topic takes', () => {
  const of = (campus: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ post: { id: `${campus}${n}`, campus } }));
  const all = [...of('ou', SOME_DOCUMENTS_MAX + 1), { post: null }, ...of('ut', 1), ...of('ou', 2)];
  const topics = sharedTopics(all);
  expect(topics.size).toBe(SOME_DOCUMENTS_MAX + 2);
  expect(new Set(topics.values()).size).toBe(3);
  expect(topics.get('ou0')).toMatch(/^somePosts:ou:ou0,ou1,/);
  expect(topics.get(`ou${SOME_DOCUMENTS_MAX}`)).toBe(`somePosts:ou:ou${SOME_DOCUMENTS_MAX}`);
  expect(topics.get('ut0')).toBe('somePosts:ut:ut0');
});
