import { expect, it } from '@jest/globals';
import { RELOAD_IDLE_MS } from '#web/shell/safeReload.ts';
import { codeFetched } from './harness/browserStore.ts';
import { choose, confirmDeletion, openComposer, openPost, reply, writeComment, writePost } from './harness/compose.ts';
import { blocksPage } from './harness/dialogs.ts';
import { eventually } from './harness/eventually.ts';
import { accountMenu, action, alert, button, card, dialog, field, link, named } from './harness/find.ts';
import { holdBack, rewriteSent } from './harness/holdBack.ts';
import { alerted, gone, seen, seesText, settle } from './harness/look.ts';
import { type Member, makeMember } from './harness/member.ts';
import { pictures } from './harness/pictures.ts';
import { SLOWNESS } from './harness/slowness.ts';
import { NETWORK_GONE, REFUSED, SMALL_DESKTOP, setStage, TABLET } from './harness/stage.ts';
import { appearedAt, armClicks, pressedAt, report } from './harness/stopwatch.ts';
import { exchange } from './harness/wire.ts';

/**
 * Milliseconds from one person's press to the other's screen. The aim is 300, which the bench measures; a slow machine that
 * also runs the other tests and three browsers gets far more before the test fails, and prints the time it took.
 */
const LIVE_MAX_MS = 10_000 * SLOWNESS;

/** Milliseconds of idleness after which the page counts as unattended. */
const IDLE_FOR_SURE_MS = RELOAD_IDLE_MS + 60_000;

const NEW_VERSION = 'A new version of this site is ready. Please reload the page.';

let ann: Member;
let ben: Member;

const stage = setStage(async (server) => {
  [ann, ben] = await Promise.all([makeMember(server, 'Ann Able'), makeMember(server, 'Ben Baker')]);
});

it(
  '[POST-16] [FEED-03] [SAVE-04] [COMM-10] [COMM-12] a post, a comment and a save are on the other screen at once',
  stage.scene(async ({ open }) => {
    const [a, b] = await Promise.all([open(ann), open(ben)]);
    await seen(accountMenu(b));

    const post = await writePost(a, 'A desk lamp with a green shade');
    await armClicks(a);
    const posted = appearedAt(b, 'A desk lamp with a green shade');
    await post.click();
    const postMs = (await posted) - (await pressedAt(a));
    await gone(a.getByRole('dialog'));
    expect(await b.getByRole('article').first().textContent()).toContain('A desk lamp with a green shade');

    const saved = appearedAt(b, 'Saved by 1');
    await action(card(a, 'A desk lamp'), 'Save').click();
    const saveMs = (await saved) - (await pressedAt(a));

    await openPost(a, card(a, 'A desk lamp'));
    const comment = await writeComment(a, 'Ten dollars, and it is yours');
    const counted = appearedAt(b, '1 comment');
    await comment.click();
    const commentMs = (await counted) - (await pressedAt(a));

    report('post, from press to the other screen', postMs);
    report('save, from press to the other screen', saveMs);
    report('comment, from press to the other screen', commentMs);
    expect(Math.max(postMs, saveMs, commentMs)).toBeLessThan(LIVE_MAX_MS);
  }),
);

it(
  '[POST-07] [POST-10] [POST-11] [POST-16] [POST-25] [SHEL-13] two pictures go up with their progress, and arrive on the other screen',
  stage.scene(async ({ open, server }) => {
    const [a, b] = await Promise.all([open(ann), open(ben)]);
    const hold = Promise.withResolvers<void>();
    const post = await writePost(a, 'A shelf in two pictures', await pictures(2));
    await a.route('**/api/**', async (route) => {
      await hold.promise;
      await route.continue();
    });
    await post.click();
    const overlay = named(a, 'alertdialog', 'Uploading Photos...');
    await blocksPage(a, 'Uploading Photos...');
    await seesText(overlay, 'Patience is a virtue.');
    await seen(named(overlay, 'progressbar', 'Photo 1 of 2'));
    // One can be called off also before its turn has come.
    const cancels = await button(overlay, 'Cancel').all();
    expect(await Promise.all(cancels.map((each) => each.isEnabled()))).toEqual([true, true]);
    // The window is below the overlay: its button is visible, but cannot be pressed.
    await seesText(a, 'Processing...');
    hold.resolve();
    // While one points at it, it stays.
    await (await seen(alert(a, 'Posted! Your post was sent.'))).hover();

    const arrived = await seen(card(b, 'A shelf in two pictures'));
    const photos = arrived.getByRole('img', { name: /^Photo \d of 2 by Ann A\.$/ });
    await eventually('both pictures are drawn', async () => {
      const widths = await photos.evaluateAll((all) => all.map((photo) => (photo as HTMLImageElement).naturalWidth));
      return widths.length === 2 && widths.every((width) => width > 0) ? true : undefined;
    });
    const source = await photos.first().evaluate((photo) => (photo as HTMLImageElement).currentSrc);
    expect(new URL(source).pathname).toMatch(/^\/images\/posts\/[0-9a-f-]{36}\/[\w-]+\.\w+$/);

    await link(named(a, 'region', 'Messages'), 'View').click();
    await seen(named(a, 'heading', 'Be the first to comment'));
    await seen(card(a, 'A shelf in two pictures'));
    const next = await openComposer(a);
    await seesText(next, '0 / 500');
    expect(await field(next, 'Post').textContent()).not.toContain('A shelf');
    expect(await named(next, 'list', 'Chosen photos and videos').count()).toBe(0);
    expect(server.log()).not.toContain('A shelf');
  }),
);

it(
  '[POST-10] [SHEL-13] a post without pictures is "Uploading Post..." until the answer is there',
  stage.scene(async ({ open }) => {
    const page = await open(ann, { path: '/404' });
    const answers = await holdBack(page, '[{"ok":true,"position":"');
    await page.goto(new URL('/home', page.url()).href);
    await (await writePost(page, 'A stool that waits')).click();
    await blocksPage(page, 'Uploading Post...');
    answers.release();
    await alerted(page, 'Posted! Your post was sent.');
    await gone(page.getByRole('alertdialog'));
  }),
);

it(
  '[FEED-23] [COMM-01] [COMM-02] [COMM-03] [COMM-08] [COMM-10] [COMM-12] [COMM-13] a conversation grows and shrinks on both screens',
  stage.scene(async ({ open }) => {
    const id = await ann.post('A sofa to talk about');
    const [a, b] = await Promise.all([open(ann, { path: `/post/${id}` }), open(ben, { path: `/post/${id}` })]);
    await seen(named(b, 'heading', 'Be the first to comment'));

    await (await writeComment(b, 'Is it red?')).click();
    await alerted(b, 'Your reply was sent');
    const question = await seen(card(named(a, 'region', 'Comments'), 'Is it red?'));
    await seen(question.getByText('Ben B.'));
    // Somebody else's comment can be reported, and not deleted.
    await button(question, 'Comment options').click();
    await seen(named(a, 'menuitem', 'Report comment'));
    expect(await a.getByRole('menuitem').allTextContents()).toEqual(['Copy link', 'Send Message', 'Report comment']);
    await a.keyboard.press('Escape');

    await reply(question, 'It was, once.');
    await seen(card(named(b, 'region', 'Comments'), 'It was, once.'));
    await (await writeComment(b, 'And how heavy?', await pictures(1))).click();
    const heavy = await seen(card(named(a, 'region', 'Comments'), 'And how heavy?'));
    // Face, name, age and picture; the name leads to the profile.
    const face = heavy.locator('img[alt=""]').first();
    expect(await face.getAttribute('src')).toContain(`/images/profilePics/${ben.userId}/`);
    expect(await heavy.locator('time').textContent()).toMatch(/ago$/);
    await eventually('the picture of the comment is drawn', async () => {
      const width = await named(heavy, 'img', 'Photo by Ben B.').evaluate(
        (photo) => (photo as HTMLImageElement).naturalWidth,
      );
      return width > 0 ? true : undefined;
    });
    expect(await link(heavy, 'Ben B.').getAttribute('href')).toBe('/benbaker');
    const order = () => named(a, 'region', 'Comments').getByRole('article').allTextContents();
    // Oldest first, each reply directly below its parent.
    expect((await order()).map((text) => /Is it red|It was, once|And how heavy/.exec(text)?.[0])).toEqual([
      'Is it red',
      'It was, once',
      'And how heavy',
    ]);
    const indents = await named(a, 'region', 'Comments')
      .getByRole('article')
      .evaluateAll((all) => all.map((each) => each.querySelector('a')?.getBoundingClientRect().x));
    expect((indents[1] ?? 0) > (indents[0] ?? 0) && indents[2] === indents[0]).toBe(true);
    await seen(a.getByTitle('3 comments', { exact: true }));

    // A comment with a reply stays as a stub, one without disappears.
    await choose(b, card(b, 'Is it red?'), 'Comment options', 'Delete');
    await confirmDeletion(b, 'comment');
    await seesText(a, '[deleted]');
    await seen(a.getByTitle('2 comments', { exact: true }));
    await choose(b, card(b, 'And how heavy?'), 'Comment options', 'Delete');
    await confirmDeletion(b, 'comment');
    await gone(card(a, 'And how heavy?'));
    await choose(a, card(a, 'It was, once.'), 'Comment options', 'Delete');
    await confirmDeletion(a, 'comment');
    await seen(named(b, 'heading', 'Be the first to comment'));
    await seen(b.getByTitle('0 comments', { exact: true }));
  }),
);

it(
  '[COMM-09] "Delete Comment" asks, then says "Comment Removed"; what the server refuses is "Something went wrong"',
  stage.scene(async ({ open }) => {
    const id = await ann.post('A rug to talk about');
    const foreign = await ben.comment(id, 'What another wrote');
    const own = await ann.comment(id, 'Mine to delete');
    const page = await open(ann, { path: '/404' });
    // The press sends the deletion of another user's comment: the server refuses it.
    const wire = await rewriteSent(page, 'DeletePost', (packet) => packet.replace(own, foreign));
    await page.goto(new URL(`/post/${id}`, page.url()).href);
    const mine = await seen(card(named(page, 'region', 'Comments'), 'Mine to delete'));
    await choose(page, mine, 'Comment options', 'Delete');
    await button(await seen(dialog(page, 'Delete Comment')), 'Cancel').click();
    await gone(page.getByRole('dialog'));
    await seen(mine);

    await choose(page, mine, 'Comment options', 'Delete');
    await confirmDeletion(page, 'comment');
    await alerted(page, 'Something went wrong');
    await seen(mine);
    await seen(card(page, 'What another wrote'));

    wire.restore();
    await choose(page, mine, 'Comment options', 'Delete');
    await confirmDeletion(page, 'comment');
    await gone(mine);
  }),
);

it(
  '[SAVE-01] [SAVE-04] [SAVE-07] [SAVE-08] [SAVE-10 in part] saving is counted once, can be taken back, and /saved follows',
  stage.scene(async ({ open }) => {
    await ann.post('A kettle worth saving');
    const [a, b] = await Promise.all([open(ann), open(ben)]);
    const saved = await open(ben, { path: '/saved' });
    await seen(named(saved, 'heading', "You haven't liked any posts yet"));
    await seesText(saved, "When you like a post, it'll show up here.");

    await action(card(b, 'A kettle'), 'Save').click();
    await seen(action(card(b, 'A kettle'), 'Saved!'));
    await seen(card(saved, 'A kettle worth saving'));
    await action(card(a, 'A kettle'), 'Save').click();
    await seen(card(b, 'A kettle').getByTitle(/^Saved by 2\./));

    await action(card(b, 'A kettle'), 'Saved!').click();
    await seen(action(card(b, 'A kettle'), 'Save'));
    await seen(card(a, 'A kettle').getByTitle(/^Saved by 1\./));
    await gone(card(saved, 'A kettle'));
    await seen(named(saved, 'heading', "You haven't liked any posts yet"));
  }),
);

it(
  '[POST-17 in part] [POST-18] [FEED-24 in part] [SAVE-10 in part] a deleted post is gone from feed, page, profile, saved list and disk, comments and pictures too',
  stage.scene(async ({ open, server, expectErrors }) => {
    expectErrors(REFUSED);
    const id = await ann.post('A chair that will go', await pictures(1));
    await ben.comment(id, 'I want it');
    await ben.save(id);
    const a = await open(ann);
    const [feed, page, list, profile] = await Promise.all([
      open(ben),
      open(ben, { path: `/post/${id}` }),
      open(ben, { path: '/saved' }),
      open(ann, { path: '/profile' }),
    ]);
    await Promise.all([feed, page, list, profile].map((each) => seen(card(each, 'A chair that will go'))));
    await seesText(page, 'I want it');
    const source = await named(page, 'img', 'Photo by Ann A.').getAttribute('src');
    const path = new URL(source ?? '', server.origin()).pathname;
    const status = async () => (await exchange({ method: 'GET', port: server.port, host: server.host(), path })).status;
    expect(await status()).toBe(200);
    const posts = async () =>
      Number(/(\d+) posts?/.exec((await profile.getByText(/\d+ posts?$/).textContent()) ?? '')?.[1]);
    const before = await posts();

    await choose(a, card(a, 'A chair that will go'), 'Post options', 'Delete');
    const question = dialog(a, 'Delete Post?');
    await seesText(
      question,
      'It will be removed from your profile, the feed and search results. After a few seconds this cannot be undone.',
    );
    expect(await button(question, 'Cancel').evaluate((safe) => safe === document.activeElement)).toBe(true);
    await confirmDeletion(a, 'post');

    await seesText(page, 'Sorry, that post has been deleted.');
    await Promise.all([a, feed, list, profile].map((each) => gone(card(each, 'A chair that will go'))));
    await eventually('the picture is gone', async () => ((await status()) === 404 ? true : undefined));
    await eventually('one post less is counted', async () => ((await posts()) === before - 1 ? true : undefined));
    await page.reload();
    await seesText(page, 'Sorry, that post has been deleted.');
  }),
);

it(
  '[FEED-03] an edit shows on the other screen with its mark, and moves nothing',
  stage.scene(async ({ open }) => {
    await ann.post('A tabel of oak');
    await ben.post('Something newer than the table');
    const [a, b] = await Promise.all([open(ann), open(ben)]);
    await choose(a, card(a, 'A tabel of oak'), 'Post options', 'Edit');
    const window = await seen(dialog(a, 'Edit Post'));
    await field(window, 'Post').fill('A table of oak');
    await button(window, 'Save').click();
    const changed = await seen(card(b, 'A table of oak'));
    await seesText(changed, 'edited');
    expect(await b.getByRole('article').first().textContent()).toContain('Something newer than the table');
  }),
);

it(
  '[CAMP-13] [VERF-14] [VERF-16] [POST-26] a new member is counted and welcomed on every open screen',
  stage.scene(async ({ open, server }) => {
    const page = await open(null);
    const group = named(page, 'complementary', 'About This Group');
    await seesText(group, /^2\s+verified members$/);
    await makeMember(server, 'Nora Newcomb', { stage: 'joined' });
    await seesText(group, /^3\s+verified members$/);
    const banner = await seen(card(page, 'has joined the community.').filter({ hasText: 'Nora N.' }));
    expect(await banner.getByRole('button').count()).toBe(0);
  }),
);

it(
  '[P7] [POST-16] when nothing gets through, the post waits visibly and goes by itself later',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const [a, b] = await Promise.all([open(ann), open(ben)]);
    const post = await writePost(a, 'A mirror from nowhere');
    await codeFetched(a);
    await a.context().setOffline(true);
    await post.click();
    await seesText(card(a, 'A mirror from nowhere'), 'Waiting for connection');
    expect(await card(b, 'A mirror from nowhere').count()).toBe(0);
    await a.context().setOffline(false);
    await seen(card(b, 'A mirror from nowhere'));
    await gone(card(a, 'A mirror from nowhere').getByText(/^(Sending…|Waiting for connection)$/));
  }),
);

it(
  'a page of an older release says so, and reloads by itself when nothing is written and nobody is there',
  stage.scene(async ({ open }) => {
    const id = await ann.post('A clock to look at');
    const page = await open(ben, { path: '/404' });
    await page.clock.install();
    // The hub itself refuses a page that speaks as one of long ago.
    const wire = await rewriteSent(page, '"protocol":', (packet) => packet.replace(/"protocol":\d+/, '"protocol":0'));
    await page.goto(new URL(`/post/${id}`, page.url()).href);
    await alerted(page, NEW_VERSION);
    await seen(button(named(page, 'region', 'Messages'), 'Reload'));
    const find = await seen(page.getByRole('combobox', { name: /^Search / }));
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    const isOld = () => page.evaluate(() => 'isOld' in window);

    const passALongWhile = async () => {
      await page.clock.fastForward(IDLE_FOR_SURE_MS);
      await page.clock.fastForward(IDLE_FOR_SURE_MS);
    };
    await find.fill('half a word');
    await passALongWhile();
    expect(await isOld()).toBe(true);
    await find.fill('');

    await writeComment(page, 'Half a sentence');
    await passALongWhile();
    expect(await isOld()).toBe(true);

    wire.restore();
    // The editor may hear of a selection too late to cut it, as it does not of fingers.
    const send = button(named(page, 'region', 'Comment'), 'Comment');
    await eventually('nothing is written any more', async () => {
      await field(page, 'Comment').fill('');
      return (await send.isDisabled()) || undefined;
    });
    const reloaded = page.waitForEvent('load');
    await passALongWhile();
    await reloaded;
    expect(await isOld()).toBe(false);
    await seen(card(page, 'A clock to look at'));
    await gone(alert(page, NEW_VERSION));
  }),
);

it(
  'the lasting offer of a new version covers nothing of what waits to be sent',
  stage.scene(async ({ open, expectErrors }) => {
    expectErrors(NETWORK_GONE);
    const page = await open(ann);
    await seen(accountMenu(page));
    await rewriteSent(page, '"protocol":', (packet) => packet.replace(/"protocol":\d+/, '"protocol":0'));
    await page.reload();
    const offer = await seen(alert(page, NEW_VERSION));
    await codeFetched(page);
    await page.context().setOffline(true);
    await (await writePost(page, 'Written on the old page')).click();
    const panel = await seen(named(page, 'region', 'Not sent yet'));
    for (const screen of [TABLET, SMALL_DESKTOP]) {
      await page.setViewportSize(screen);
      await settle(page);
      const [above, below] = [await offer.boundingBox(), await panel.boundingBox()];
      if (above === null || below === null) throw new Error('Both are on screen.');
      const right = above.x + above.width;
      const isBeside = right <= below.x || above.y + above.height <= below.y || below.y + below.height <= above.y;
      expect({ width: screen.width, isBeside }).toEqual({ width: screen.width, isBeside: true });
    }
  }),
);
