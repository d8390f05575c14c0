import { describe, expect, it } from '@jest/globals';
import { countCharacters } from '#domain/kernel/text.ts';
import { findCategory } from '#domain/post/categories.ts';
import { checkDraft } from '#domain/post/content.ts';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { richTextLength } from '#domain/post/normalise.ts';
import { POPULAR_FROM_PEOPLE, POPULAR_SEARCHES_SHOWN } from '#domain/search/limits.ts';
import { BIO_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { parseName } from '#domain/user/name.ts';
import { checkPassword } from '#domain/user/password.ts';
import { checkSchoolEmail } from '#domain/user/schoolEmail.ts';
import { demoStory } from '#scripts/demo/campus.ts';
import { DEMO_PASSWORD } from '#scripts/demo/people.ts';
import { FILMS } from '#scripts/demo/story/assets.ts';
import type { StoryComment } from '#scripts/demo/story/story.ts';
import { timeline } from '#scripts/demo/timeline.ts';
import { written } from '#scripts/demo/writing.ts';

const { people, posts } = demoStory;
const keys = new Set(people.map(({ key }) => key));
const flat = (comments: readonly StoryComment[]): StoryComment[] =>
  comments.flatMap((comment) => [comment, ...flat(comment.replies)]);
const now = new Date('2026-11-21T12:00:00.000Z');

describe('the demo campus', () => {
  it('has 12 people whose names, addresses and bios the rules accept', () => {
    expect(people).toHaveLength(12);
    expect(keys.size).toBe(12);
    for (const { name, email, bio } of people) {
      expect(parseName(name).ok).toBe(true);
      expect(checkSchoolEmail('ou', email, null)).toBeNull();
      expect(countCharacters(bio)).toBeLessThanOrEqual(BIO_MAX_CHARACTERS);
    }
    expect(checkPassword(DEMO_PASSWORD)).toBeNull();
  });

  it('has at least 25 different things for sale with pictures, and other talk', () => {
    const sold = posts.filter(({ text, pictures }) => text.includes('$') && pictures.length > 0);
    expect(new Set(sold.map(({ pictures }) => pictures[0]?.drawing)).size).toBeGreaterThanOrEqual(25);
    expect(posts.length).toBeGreaterThanOrEqual(40);
    expect(posts.filter(({ pictures }) => pictures.length === 0).length).toBeGreaterThanOrEqual(4);
    expect(posts.filter(({ pictures }) => pictures.length > 1).length).toBeGreaterThanOrEqual(8);
    // Both of them drawn by us, and neither is sold: they are in the feed.
    expect(posts.flatMap(({ film, sale }) => (sale === 'sold' ? [] : (film?.film ?? []))).toSorted()).toEqual(
      [...FILMS].sort(),
    );
  });

  it('has no text that the rules refuse', () => {
    for (const { text, pictures, film, category, comments } of posts) {
      expect(checkDraft(written(text), pictures.length + (film === undefined ? 0 : 1))).toBeNull();
      expect(findCategory(category)).toBeDefined();
      for (const comment of flat(comments)) expect(checkDraft(written(comment.text), 0)).toBeNull();
      expect(richTextLength(written(text))).toBeLessThanOrEqual(TEXT_MAX_CHARACTERS);
    }
  });

  it('names only people that there are, and nobody saves twice', () => {
    for (const { by, savedBy, comments } of posts) {
      for (const key of [by, ...savedBy, ...flat(comments).map((comment) => comment.by)]) expect(keys).toContain(key);
      expect(new Set(savedBy).size).toBe(savedBy.length);
    }
  });

  it('shows prices, conditions, things that are pending and sold, and searches that many have made and that few have', () => {
    const share = (has: (post: (typeof posts)[number]) => boolean) => posts.filter(has).length;
    expect(share(({ price }) => price !== undefined)).toBeGreaterThanOrEqual(20);
    expect(share(({ price }) => price?.orBestOffer === true)).toBeGreaterThanOrEqual(1);
    expect(share(({ condition }) => condition !== undefined)).toBeGreaterThanOrEqual(20);
    expect(share(({ sale }) => sale === 'sold')).toBeGreaterThanOrEqual(2);
    expect(share(({ sale }) => sale === 'pending')).toBeGreaterThanOrEqual(1);
    const searches = demoStory.searches ?? [];
    for (const { by } of searches) for (const key of by) expect(keys).toContain(key);
    const popular = searches.filter(({ by }) => new Set(by).size >= POPULAR_FROM_PEOPLE);
    expect(popular.length).toBeGreaterThan(POPULAR_SEARCHES_SHOWN);
    expect(popular.length).toBeLessThan(searches.length);
  });

  it('happens in an order in which it can happen, and ends before now', () => {
    const moments = timeline(demoStory, now, 1);
    const happened = new Set<string>();
    for (const moment of moments) {
      if (moment.kind !== 'join') expect(happened).toContain(`join:${moment.by}`);
      if (moment.kind === 'comment')
        expect([...happened]).toEqual(expect.arrayContaining([moment.root, moment.parent]));
      if (moment.kind === 'save') expect(happened).toContain(moment.post);
      if (moment.kind === 'like') expect(happened).toContain(moment.comment);
      happened.add(moment.key);
    }
    expect(happened.size).toBe(moments.length);
    expect(moments.at(-1)?.at.getTime()).toBeLessThan(now.getTime());
  });

  it('is a marketplace at first sight: what happened last happened mostly around pictures', () => {
    const lively = timeline(demoStory, now, 1)
      .flatMap((moment) => (moment.kind === 'post' ? moment.key : moment.kind === 'comment' ? moment.root : []))
      .reverse();
    const pictured = [...new Set(lively)].map((key) => {
      const post = posts[Number(key.slice('post:'.length))];
      return (post?.pictures.length ?? 0) + (post?.film === undefined ? 0 : 1);
    });
    expect(pictured.slice(0, 3)).not.toContain(0);
    expect(pictured.slice(0, 10).filter((count) => count > 0).length).toBeGreaterThanOrEqual(7);
  });

  it('is the same for the same seed, and has other moments of saves for another', () => {
    expect(timeline(demoStory, now, 1)).toEqual(timeline(demoStory, now, 1));
    expect(timeline(demoStory, now, 2)).not.toEqual(timeline(demoStory, now, 1));
  });
});

describe('what people write', () => {
  it('becomes paragraphs, items and bold words', () => {
    expect(written('**Desk**, $5\n- oak\n\nplain')).toEqual([
      { type: 'paragraph', children: [{ text: 'Desk', bold: true }, { text: ', $5' }] },
      { type: 'bulleted-item', children: [{ text: 'oak' }] },
      { type: 'paragraph', children: [{ text: '' }] },
      { type: 'paragraph', children: [{ text: 'plain' }] },
    ]);
  });
});
