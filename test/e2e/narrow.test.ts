import { expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { openComposer } from './harness/compose.ts';
import { button, combobox, dialog, field, link, named } from './harness/find.ts';
import { expectNoSidewaysScroll, seen } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { PHONE, setStage } from './harness/stage.ts';

/** The narrowest phone of the specification, in pixels (S0 §9). */
const NARROW = { width: 320, height: 640 };

/** Pixels that stay free beside the text of a post while it is written. */
const TEXT_MARGIN = 8;

let ann: Member;

const stage = setStage(async (server) => {
  ann = await makeMember(server, 'Ann Able');
});

it(
  '[SHEL-05 in part] the ways in are no wider than the narrowest phone',
  stage.scene(async ({ open }) => {
    const visitor = await open(null, { screen: NARROW });
    for (const [path, control] of [
      ['/login', 'Email'],
      ['/login?method=noPassword', 'Email'],
      ['/register', 'Password'],
      ['/user_registration', null],
    ] as const) {
      await visitor.goto(new URL(path, visitor.url()).href);
      await seen(visitor.getByRole('heading', { level: 1 }));
      if (control !== null) await seen(field(visitor, control));
      await expectNoSidewaysScroll(visitor);
    }
  }),
);

it(
  'the whole year of a birth date can be read on the narrowest phone',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { screen: NARROW, path: '/settings/account/birth_date' });
    for (const [part, longest] of [
      ['Month', 'September'],
      ['Day', '28'],
      ['Year', '2004'],
    ] as const) {
      const control = await seen(combobox(page, part));
      await control.selectOption({ label: longest });
      expect(await wordsFit(control)).toBe(true);
    }
    await expectNoSidewaysScroll(page);
  }),
);

it(
  'what a post is asked to be about can be read to its end on the narrowest phone',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { screen: PHONE, path: '/create/post' });
    const words = field(await seen(dialog(page, 'Create Post')), 'Post').getByText(/^What are you selling/);
    for (const width of [320, PHONE.width]) {
      await page.setViewportSize({ ...PHONE, width });
      const { right } = await (await seen(words)).evaluate((node) => node.getBoundingClientRect().toJSON());
      expect(right).toBeLessThanOrEqual(width - TEXT_MARGIN);
    }
  }),
);

it(
  'where the system decides the colours, one sees which tab is chosen and that Bold is pressed',
  stage.scene(async ({ open }) => {
    const page = await open(ann);
    await page.emulateMedia({ forcedColors: 'active' });
    const tabs = named(page, 'navigation', 'Posts');
    const [chosen, other] = [link(tabs, 'Feed'), link(tabs, 'Media')];
    expect(await backgroundOf(await seen(chosen))).not.toBe(await backgroundOf(await seen(other)));
    const composer = await openComposer(page);
    const bold = await seen(button(composer, 'Bold'));
    const before = await backgroundOf(bold);
    await bold.click();
    await seen(bold.and(page.locator('[aria-pressed="true"]')));
    expect(await backgroundOf(bold)).not.toBe(before);
  }),
);

/** Whether the chosen words of a list fit between its edges. */
function wordsFit(control: Locator): Promise<boolean> {
  return control.evaluate((select: HTMLSelectElement) => {
    const style = getComputedStyle(select);
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) throw new Error('No canvas to measure words.');
    context.font = style.font;
    const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return context.measureText(select.selectedOptions[0]?.text ?? '').width <= room;
  });
}

function backgroundOf(control: Locator): Promise<string> {
  return control.evaluate((element) => getComputedStyle(element).backgroundColor);
}
