import type { Page } from 'playwright-core';
import { button, heading } from '../../test/e2e/harness/find.ts';
import { people } from '../demo/people.ts';
import type { Picture } from './camera.ts';
import { feedDrawn, openLiveliestPost, VIEWER, write } from './readme.ts';

/** Widths at which every page is looked at, in pixels. */
const WIDTHS = [375, 800, 1100, 1440];
const HEIGHT = 900;

type Page_ = Omit<Picture, 'screen' | 'dark'>;

const OTHER = people[1]?.name.toLowerCase().replaceAll(' ', '') ?? '';

const titled = (name: string | RegExp) => async (page: Page) => {
  await heading(page, name).first().waitFor();
};

async function pressed(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).first().click();
}

async function tilesDrawn(page: Page): Promise<void> {
  await page.locator('main a[href^="/post/"] img').first().waitFor();
}

/** Every page and dialog of the site, each in a state that is worth looking at. */
const pages: readonly Page_[] = [
  { name: 'home', who: VIEWER, path: '/home', prepare: feedDrawn },
  { name: 'home-visitor', who: null, path: '/home', prepare: feedDrawn },
  { name: 'home-empty', who: null, campus: 'mit', path: '/home', prepare: titled(/^Be the first/) },
  {
    name: 'home-down',
    who: VIEWER,
    path: '/home',
    prepare: async (page) => {
      await feedDrawn(page);
      await page.mouse.wheel(0, 2_500);
      await page.waitForFunction(() => scrollY > 1_000);
    },
  },
  { name: 'post', who: VIEWER, path: '/home', prepare: openLiveliestPost },
  { name: 'post-visitor', who: null, path: '/home', prepare: openLiveliestPost },
  { name: 'post-unknown', who: VIEWER, path: '/post/not-a-post', prepare: titled(/doesn't exist/) },
  { name: 'saved', who: VIEWER, path: '/saved', prepare: titled('Saved') },
  { name: 'profile', who: VIEWER, path: '/profile', prepare: feedDrawn },
  { name: 'profile-other', who: VIEWER, path: `/${OTHER}`, prepare: feedDrawn },
  { name: 'composer', who: VIEWER, path: '/create/post', prepare: write },
  {
    name: 'sign-in',
    who: null,
    path: '/home',
    prepare: async (page) => {
      await feedDrawn(page);
      await pressed(page, /^Save/);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'account-menu',
    who: VIEWER,
    path: '/home',
    prepare: async (page) => {
      await feedDrawn(page);
      await pressed(page, /^Account menu/);
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'shortcuts',
    who: VIEWER,
    path: '/home',
    prepare: async (page) => {
      await feedDrawn(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'landing', who: null, path: '/user_registration', prepare: titled(/^Join/) },
  { name: 'register', who: null, path: '/register', prepare: titled('Create your account') },
  {
    name: 'login',
    who: null,
    path: '/login',
    prepare: async (page) => {
      await pressed(page, 'Log in');
      await page.getByText('Email is required.').waitFor();
    },
  },
  { name: 'login-link', who: null, path: '/login?method=noPassword', prepare: titled('Welcome back') },
  { name: 'magic-link', who: null, path: '/login/sent?email=ann%40ou.edu', prepare: titled('Get a magic link') },
  { name: 'forgot', who: null, path: '/forgotpassword', prepare: titled('Reset your password') },
  {
    name: 'new-password',
    who: null,
    path: '/forgotpassword/new?email=ann%40ou.edu#token=none',
    prepare: titled('Choose a new password'),
  },
  { name: 'school', who: VIEWER, path: '/settings/account/school_email', prepare: titled(/school email/) },
  { name: 'settings', who: VIEWER, path: '/settings', prepare: titled(/Settings/) },
  { name: 'account', who: VIEWER, path: '/settings/account', prepare: titled('Account Settings') },
  { name: 'edit-profile', who: VIEWER, path: '/profile/edit', prepare: titled('Edit Profile') },
  { name: 'feedback', who: VIEWER, path: '/settings/feedback', prepare: titled(/Feedback/) },
  { name: 'search', who: VIEWER, path: '/search?q=desk', prepare: feedDrawn },
  { name: 'search-visitor', who: null, path: '/search?q=desk', prepare: feedDrawn },
  { name: 'search-popular', who: VIEWER, path: '/search', prepare: titled('Search') },
  { name: 'search-people', who: VIEWER, path: '/search?q=maya&show=people', prepare: titled('Search') },
  { name: 'media', who: null, path: '/media', prepare: tilesDrawn },
  { name: 'search-photos', who: VIEWER, path: '/search?q=desk&show=media', prepare: tilesDrawn },
  { name: 'logout', who: VIEWER, path: '/logout', prepare: titled('Log Out') },
  { name: 'terms', who: VIEWER, path: '/settings/terms', prepare: titled('Terms of Service') },
  { name: 'not-found', who: VIEWER, path: '/404', prepare: titled('Error 404') },
  { name: 'generic', who: null, campus: 'campus', path: '/home', prepare: titled('Find your campus') },
  { name: 'ut', who: null, campus: 'ut', path: '/home', prepare: titled('UT Buy / Sell') },
];

/** All of them at all widths, light and dark. */
export const everyPage: readonly Picture[] = pages.flatMap((page) =>
  WIDTHS.flatMap((width) =>
    [false, true].map((dark) => ({
      ...page,
      name: `${page.name}-${width}${dark ? '-dark' : ''}`,
      screen: { width, height: HEIGHT },
      dark,
    })),
  ),
);
