import { expect, it } from '@jest/globals';
import { takeBoot } from '#web/session/boot.ts';

it('[P10] the data of the first view and the tags for other sites leave the page as it is read: a text that is erased later does not stay in it', () => {
  const texts = new Map([['quad-boot', '{"campus":{"id":"ou"},"topics":{"feed:ou":{"ok":true}}}']]);
  const tags = new Set(['og:title', 'canonical']);
  const page = {
    querySelectorAll: (selector: string) =>
      [...(selector === '[data-summary]' ? tags : [])].map((tag) => ({ remove: () => tags.delete(tag) })) as never,
    getElementById(id: string) {
      const textContent = texts.get(id);
      return textContent === undefined
        ? null
        : ({ textContent, remove: () => texts.delete(id) } as unknown as HTMLElement);
    },
  };
  expect(takeBoot(page)).toEqual({ campus: { id: 'ou' }, topics: { 'feed:ou': { ok: true } } });
  expect([...texts, ...tags]).toEqual([]);
  expect(takeBoot(page)).toEqual({});
});
