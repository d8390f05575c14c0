import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { button, dialog, field, menuItem, messageOf, named, region } from './find.ts';
import { alerted, at, seen } from './look.ts';
import type { PictureFile } from './pictures.ts';

/** Title of the dialog that asks before a deletion, and what is said after it. */
const DELETIONS = {
  post: ['Delete Post?', 'Your post was deleted'],
  comment: ['Delete Comment', 'Comment Removed'],
} as const;

/** Writes into a box of the rich-text editor as typing does, and adds pictures to it. */
async function fill(box: Locator, label: string, text: string, files: readonly PictureFile[]): Promise<void> {
  const editor = await seen(field(box, label));
  await editor.click();
  if (text !== '') await editor.pressSequentially(text);
  if (files.length === 0) return;
  await box.locator('input[type="file"]').setInputFiles([...files]);
  await seen(
    named(box, 'list', 'Chosen photos and videos')
      .getByRole('listitem')
      .nth(files.length - 1),
  );
}

/** Opens the composer as a person does at this width; answers its window. */
export async function openComposer(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /^(Create Post|Add post)$/ })
    .first()
    .click();
  return seen(dialog(page, 'Create Post'));
}

/** Fills the composer of a new post, and leaves the last press to the caller. */
export async function writePost(page: Page, text: string, files: readonly PictureFile[] = []): Promise<Locator> {
  const composer = await openComposer(page);
  await fill(composer, 'Post', text, files);
  return button(composer, 'Post');
}

/** Opens a post's page from its card. */
export async function openPost(page: Page, card: Locator): Promise<void> {
  await card
    .getByRole('link', { name: /ago$|moment/ })
    .first()
    .click();
  await at(page, /^\/post\//);
  await seen(page.getByRole('heading', { level: 1, name: 'Post', exact: true }));
}

/** Opens a post's reply box and writes; the caller presses the button. */
export async function writeComment(page: Page, text: string, files: readonly PictureFile[] = []): Promise<Locator> {
  const box = region(page, 'Comment');
  if ((await box.count()) === 0) await button(page, 'Write a comment').click();
  await fill(await seen(box), 'Comment', text, files);
  return button(box, 'Comment');
}

/** Replies to a comment of an opened post. */
export async function reply(comment: Locator, text: string): Promise<void> {
  await button(comment, 'Reply').first().click();
  const box = await seen(region(comment, 'Comment'));
  await fill(box, 'Comment', text, []);
  await button(box, 'Reply').click();
}

/** Chooses something from the menu of one's own card. */
export async function choose(page: Page, card: Locator, menu: 'Post options' | 'Comment options', item: string) {
  await button(card, menu).click();
  await menuItem(page, item).click();
}

/**
 * Presses Delete in its dialog and sends the message with Undo away: the deletion is sent at once, as it is by itself
 * when the message ends.
 */
export async function confirmDeletion(page: Page, kind: 'post' | 'comment'): Promise<void> {
  const [title, done] = DELETIONS[kind];
  await button(await seen(dialog(page, title)), 'Delete').click();
  await alerted(page, done);
  await button(messageOf(page, done), 'Dismiss').click();
}

/** Selects all of a text and cuts it, before the editor has heard of the selection: no fingers are as quick, a slow phone is. */
export async function cutAll(editor: Locator): Promise<void> {
  await editor.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    document.execCommand('cut');
  });
}

/** Waits until the lines of a text are these, parted by `|`. */
export function showsLines(editor: Locator, wanted: string): Promise<true> {
  return eventually(`the lines are ${wanted}`, async () => {
    const lines = await editor.locator('> div').allTextContents();
    return lines.map((line) => line.replace('\ufeff', '')).join('|') === wanted || undefined;
  });
}

/**
 * Puts something on the clipboard, from where a real paste takes it.
 *
 * @param png a picture beside it, in base 64
 */
export async function copy(page: Page, text: string, html?: string, png?: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    async ([words, picture]) => {
      const blobs = Object.entries(words).map(([type, content]) => [type, new Blob([content], { type })] as const);
      const bytes = Uint8Array.from(atob(picture ?? ''), (character) => character.charCodeAt(0));
      const drawn: Record<string, Blob> =
        picture === null ? {} : { 'image/png': new Blob([bytes], { type: 'image/png' }) };
      await navigator.clipboard.write([new ClipboardItem({ ...Object.fromEntries(blobs), ...drawn })]);
    },
    [
      { ...(text !== '' && { 'text/plain': text }), ...(html !== undefined && { 'text/html': html }) },
      png ?? null,
    ] as const,
  );
}

/** The lines of an editor at which a numbered list begins to count, as it does in the post. */
export function countsFromOne(editor: Locator): Promise<readonly (string | null)[]> {
  return editor.locator('> div').evaluateAll((all) => {
    const begins = all.filter((each) => getComputedStyle(each).counterSet === 'list-item 1');
    return begins.map(({ textContent }) => textContent);
  });
}
