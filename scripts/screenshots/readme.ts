import type { Page } from 'playwright-core';
import { dialog, field, heading, named, region } from '../../test/e2e/harness/find.ts';
import { people } from '../demo/people.ts';
import type { Picture } from './camera.ts';

const DESKTOP = { width: 1360, height: 860 };
const PHONE = { width: 390, height: 844 };
/** Pixels of a picture for one of the page: sharp on a good screen, small in a clone. */
const DESKTOP_SCALE = 1.5;
const PHONE_SCALE = 2;

/** The first of the two logins that `npm start` prints. */
export const VIEWER = people[0]?.email ?? '';

/** A list of posts with its first card drawn; those below come with it. */
export async function feedDrawn(page: Page): Promise<void> {
  await page.getByRole('feed').getByRole('article').first().waitFor();
}

/** The feed, scrolled to its first post with pictures: photos first. */
async function photosShown(page: Page): Promise<void> {
  await feedDrawn(page);
  await page.locator('[role="feed"] article img[srcset*="/posts/"]').first().waitFor();
  await page.evaluate(() => {
    const photo = document.querySelector('[role="feed"] article img[srcset*="/posts/"]');
    const head = document.querySelector('#main h1')?.parentElement?.parentElement?.parentElement;
    const top = photo?.closest('article')?.getBoundingClientRect().top ?? 0;
    scrollBy({ top: top - (head?.getBoundingClientRect().height ?? 0), behavior: 'instant' });
  });
}

/** Goes to the post of the first page that was commented on most. */
export async function openLiveliestPost(page: Page): Promise<void> {
  await feedDrawn(page);
  const path = await page.evaluate(() => {
    const comments = (card: Element) =>
      Number(
        /^(\d+) comments?$/.exec(card.querySelector('button[title*="comment"]')?.getAttribute('title') ?? '')?.[1] ?? 0,
      );
    const cards = [...document.querySelectorAll('[role="feed"] article')];
    const liveliest = cards.sort((a, b) => comments(b) - comments(a))[0];
    return liveliest?.querySelector('a[href^="/post/"]')?.getAttribute('href');
  });
  await page.goto(new URL(path ?? '/home', page.url()).href);
  await region(page, 'Comments').waitFor();
}

/** The liveliest post, with the end of its picture and the beginning of what is said about it. */
async function conversationShown(page: Page): Promise<void> {
  await openLiveliestPost(page);
  await heading(page, 'Comments').evaluate((heading) => {
    scrollBy({ top: heading.getBoundingClientRect().top - innerHeight / 3, behavior: 'instant' });
  });
}

/** The conversation of the demo that has a photo and likes. */
async function talkShown(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Sofia P\./ }).click();
  await named(page, 'log', 'Messages').getByRole('img').last().waitFor();
}

/** Writes into the open composer what a student would. */
export async function write(page: Page): Promise<void> {
  const composer = dialog(page, 'Create Post');
  await field(composer, 'Post').click();
  await page.keyboard.type('Selling my ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('drafting table');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(': tilts, folds, fits in a hatchback. $45, pick up by the South Oval.');
}

/** The pictures of the README. */
export const readmePictures: readonly Picture[] = [
  { name: 'feed', who: VIEWER, path: '/home', screen: DESKTOP, scale: DESKTOP_SCALE, prepare: photosShown },
  {
    name: 'feed-dark',
    who: VIEWER,
    path: '/home',
    screen: DESKTOP,
    scale: DESKTOP_SCALE,
    dark: true,
    prepare: photosShown,
  },
  { name: 'post', who: VIEWER, path: '/home', screen: DESKTOP, scale: DESKTOP_SCALE, prepare: conversationShown },
  { name: 'composer', who: VIEWER, path: '/create/post', screen: DESKTOP, scale: DESKTOP_SCALE, prepare: write },
  { name: 'conversation', who: VIEWER, path: '/messages', screen: DESKTOP, scale: DESKTOP_SCALE, prepare: talkShown },
  { name: 'profile', who: VIEWER, path: '/profile', screen: DESKTOP, scale: DESKTOP_SCALE, prepare: feedDrawn },
  { name: 'phone', who: VIEWER, path: '/home', screen: PHONE, scale: PHONE_SCALE, prepare: photosShown },
];
