import { expect, it } from '@jest/globals';
import { labelsFor, websiteOf } from '#domain/ad/callToAction.ts';

it.each([
  ['example.com', 'https://example.com'],
  ['www.example.com/a?b=c#d', 'https://www.example.com/a?b=c#d'],
  ['http://example.com:8080', 'http://example.com:8080'],
  [' https://bücher.example ', 'https://bücher.example'],
])('[BOOST-07 in part] %s leads to %s', (typed, address) => {
  expect(websiteOf(typed)).toBe(address);
});

it.each([
  ...['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', 'mailto:a@example.com', 'example', 'a b.com'],
  ...['https://google.com@evil.com', 'http://localhost', 'http://127.0.0.1', 'https://[::1]/', 'printer.local'],
  ...['http://10.0.0.1/', 'https://db.internal', 'example.com:99999', 'http:\\\\example.com', 'https://'],
  ...['printer.ｌｏｃａｌ', 'http://router.ｌａｎ', 'http://a.teſt', 'http://1.2.3.４', 'http://host.localdomain'],
  ...['https://example.com/\u0000', 'https://example.com/a\u202emoc.b'],
])('[BOOST-07 in part] %s leads nowhere', (typed) => {
  expect(websiteOf(typed)).toBeNull();
});

it('[BOOST-03] five labels are for every goal, and the goals without a website have one more, preselected (Q57)', () => {
  const labels = ['Visit Website', 'Learn More', 'Shop Now', 'Book Now', 'Sign Up'];
  expect(labelsFor('website')).toEqual(labels);
  expect(labelsFor('message')).toEqual(['Send Message', ...labels]);
  expect(labelsFor('profile')).toEqual(['View Profile', ...labels]);
});
