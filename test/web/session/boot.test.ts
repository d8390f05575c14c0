import { expect, it } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { takeBoot, topicsFor } from '#web/session/boot.ts';

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

it('[P8 in part] a page that came for somebody gives its documents to nobody else', () => {
  const data = JSON.stringify({
    session: { user: { id: 'ann' }, campus: 'ou', mailbox: null },
    topics: { 'me:ann': 1 },
  });
  const page = () => new JSDOM(`<script type="application/json" id="quad-boot">${data}</script>`).window.document;
  expect(topicsFor('ann', 'ann', page())).toEqual({ 'me:ann': 1 });
  expect(topicsFor('ann', 'ben', page())).toEqual({});
  expect(topicsFor('ann', null, page())).toEqual({});
  expect(topicsFor('ben', 'ben', page())).toEqual({});
});
