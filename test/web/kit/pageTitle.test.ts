import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { namePage, nameSite } from '#web/kit/usePageTitle.ts';

const PAGE = 0;
const WINDOW = 1;

const tab = { title: '' };
const leaving: (() => void)[] = [];

beforeEach(() => {
  Object.assign(globalThis, { document: tab });
  nameSite('OU Quad');
});
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
  Reflect.deleteProperty(globalThis, 'document');
});

const comes = (page: string, layer = PAGE) => {
  const leave = namePage(page, layer);
  leaving.push(leave);
  return leave;
};

it('[SHEL-17] a window over a page names the tab while it is open, then the page does again', () => {
  comes('Home');
  const close = comes('Create Post', WINDOW);
  expect(tab.title).toBe('Create Post · OU Quad');
  close();
  expect(tab.title).toBe('Home · OU Quad');
});

it('[SHEL-17] a page that comes, or is renamed, below a window does not name the tab', () => {
  const close = comes('Set up your profile', WINDOW);
  comes('Profile')();
  comes('Nora N.');
  expect(tab.title).toBe('Set up your profile · OU Quad');
  close();
  expect(tab.title).toBe('Nora N. · OU Quad');
});

it('[SHEL-17] the tab keeps its title from one page to the next', () => {
  comes('Home')();
  expect(tab.title).toBe('Home · OU Quad');
  comes('Saved');
  expect(tab.title).toBe('Saved · OU Quad');
});
