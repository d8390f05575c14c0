import { describe, expect, it } from '@jest/globals';
import { VISITOR } from '#domain/kernel/access.ts';
import { personal } from '#domain/kernel/personal.ts';
import type { PostEvent } from '#domain/post/events.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { initialPost, type PostState } from '#domain/post/state.ts';
import { previewAccess } from '#domain/preview/access.ts';
import { previewDecider } from '#domain/preview/decider.ts';
import type { PreviewEvent } from '#domain/preview/events.ts';
import { LINK_MAX_CHARACTERS } from '#domain/preview/limits.ts';
import { firstWebLink, linkOf } from '#domain/preview/state.ts';
import { as, given, system } from '../given.ts';
import { ada, bob, commented, deleted, desk, id, member, postAfter, posted } from '../samples.ts';

const LAMP = 'https://shop.example/lamp';
const DESK = 'https://shop.example/desk';
const place = { postId: desk, campus: 'ou', author: ada };
const PICTURE = { kind: 'image', name: 'lamp.webp', width: 1_200, height: 630 } as const;
const cardOf = (url: string) => ({ url, title: 'A lamp', site: 'The Shop', picture: PICTURE });
const previewed = (url = LAMP): PreviewEvent => ({
  type: 'LinkPreviewed',
  data: { ...place, card: personal(cardOf(url)) },
});
const removed = (cause: 'author' | 'link changed' | 'post deleted'): PreviewEvent => ({
  type: 'PreviewRemoved',
  data: { ...place, cause },
});
const record = (url = LAMP) =>
  ({ id: id('record'), type: 'RecordPreview', data: { postId: desk, card: cardOf(url) } }) as const;
const end = { id: id('end'), type: 'EndPreview', data: { postId: desk } } as const;
const remove = { id: id('remove'), type: 'RemovePreview', data: { postId: desk } } as const;

const saying = (line: string) => posted({ text: personal(richTextOf(line)) });
const linking = postAfter(saying(`See ${LAMP}, or ${DESK}`));
const plain = postAfter(posted());
const gone = postAfter(saying(LAMP), deleted(posted()));
const bySystem = (post: PostState) => ({ actor: system, facts: { post } });

describe('the link of a post', () => {
  const linkIn = (line: string) => linkOf(postAfter(saying(line)));

  it.each([
    [`See ${LAMP}, or ${DESK}`, LAMP],
    ['shop.example.com/lamp is it', 'https://shop.example.com/lamp'],
    ['HTTP://Shop.example.com', 'HTTP://Shop.example.com'],
    ['Write to ada@ou.edu', null],
    ['https://google.com@evil.example/', null],
    ['javascript:alert(1) ftp://shop.example.com/', null],
    [`https://shop.example/${'x'.repeat(LINK_MAX_CHARACTERS)}`, null],
    ['', null],
  ])('%.40s: %.40s', (line, link) => expect(linkIn(line)).toBe(link));

  it('is the first in reading order, and is that of a standing post of a person alone', () => {
    const blocks = [' words ', ` ${DESK} `, LAMP].flatMap(richTextOf);
    expect(firstWebLink(blocks)).toBe(DESK);
    const comment: PostEvent = {
      ...commented('hi'),
      data: { ...commented('hi').data, text: personal(richTextOf(LAMP)) },
    };
    const banner = posted({ kind: 'new user', text: personal(richTextOf(LAMP)) });
    const states = [gone, postAfter(comment), postAfter(banner), { ...linking, text: null }, initialPost];
    expect(states.map(linkOf)).toEqual([null, null, null, null, null]);
  });
});

describe('a preview card', () => {
  it('is recorded of the first link, once, and replaces the one before', () => {
    given(previewDecider).when(record(), bySystem(linking)).thenExactly(previewed());
    given(previewDecider, previewed()).when(record(), bySystem(linking)).thenNothing();
    given(previewDecider, previewed(DESK)).when(record(), bySystem(linking)).thenExactly(previewed());
  });

  it('is refused when the post has changed meanwhile, or is gone', () => {
    given(previewDecider).when(record(DESK), bySystem(linking)).thenRefused('PREVIEW_OUTDATED');
    given(previewDecider).when(record(), bySystem(plain)).thenRefused('PREVIEW_OUTDATED');
    given(previewDecider).when(record(), bySystem(gone)).thenRefused('POST_DELETED');
    given(previewDecider).when(record(), bySystem(initialPost)).thenRefused('POST_UNKNOWN');
  });

  it('does not come back once its author has removed it, but that of another link comes', () => {
    const history = [previewed(), removed('author')];
    given(previewDecider, ...history)
      .when(record(), bySystem(linking))
      .thenRefused('PREVIEW_OUTDATED');
    const other = postAfter(saying(DESK));
    given(previewDecider, ...history)
      .when(record(DESK), bySystem(other))
      .thenExactly(previewed(DESK));
    given(previewDecider, ...history, previewed(DESK), removed('link changed'))
      .when(record(), bySystem(linking))
      .thenRefused('PREVIEW_OUTDATED');
  });

  it('ends with its link and with its post, once, and not before', () => {
    given(previewDecider, previewed()).when(end, bySystem(plain)).thenExactly(removed('link changed'));
    given(previewDecider, previewed()).when(end, bySystem(gone)).thenExactly(removed('post deleted'));
    given(previewDecider, previewed()).when(end, bySystem(linking)).thenRefused('PREVIEW_STANDS');
    given(previewDecider, previewed(), removed('author')).when(end, bySystem(gone)).thenNothing();
    given(previewDecider).when(end, bySystem(gone)).thenNothing();
  });

  it('is taken away by the author of the post, once, and by nobody else', () => {
    const by = (userId: string) => ({ actor: as(userId), facts: { user: member(userId), post: linking } });
    given(previewDecider, previewed()).when(remove, by(ada)).thenExactly(removed('author'));
    given(previewDecider, previewed(), removed('author')).when(remove, by(ada)).thenNothing();
    given(previewDecider, previewed()).when(remove, by(bob)).thenRefused('NOT_YOUR_POST');
    given(previewDecider).when(remove, by(ada)).thenRefused('PREVIEW_UNKNOWN');
    const nowhere = { ...by(ada), facts: { ...by(ada).facts, post: initialPost } };
    given(previewDecider).when(remove, nowhere).thenRefused('POST_UNKNOWN');
  });

  it('is made and ended by nobody but us', () => {
    const byAda = { actor: as(ada), facts: { post: linking } };
    given(previewDecider).when(record(), byAda).thenRefused('NOT_ALLOWED');
    given(previewDecider, previewed()).when(end, byAda).thenRefused('NOT_ALLOWED');
  });
});

it('[P8] [CAMP-07 in part] a card is seen by those who may see the campus of its post, and by nobody else', () => {
  const reader = { ...VISITOR, closed: ['ou'] };
  expect(previewAccess.maySee(reader, place)).toBe(false);
  expect(previewAccess.maySee({ ...reader, userId: bob, memberOf: 'ut' }, place)).toBe(false);
  expect(previewAccess.maySee({ ...reader, userId: bob, memberOf: 'ou' }, place)).toBe(true);
  expect(previewAccess.maySee({ ...reader, closed: ['ut'] }, place)).toBe(true);
});
