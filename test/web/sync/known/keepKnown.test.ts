import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createStore } from 'zustand/vanilla';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { keepKnown } from '#web/sync/keepKnown.ts';
import type { Shown } from '#web/sync/known/knownTopics.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';

/** Longer than the time between two looks at what changed. */
const A_WHILE_MS = 6_000;

const answer = (floor: string, documents: TopicAnswer['documents'] = []): TopicAnswer => ({
  ok: true,
  cursor: { generation: 'g', era: 'e', position: '0000000000000001' },
  fresh: false,
  documents,
  floor,
});

/** A page whose store shows what it is given. */
function openPage() {
  const view = createStore<{ documents: object; topics: object }>(() => ({ documents: {}, topics: {} }));
  let shown: Shown & { readonly viewer: string | null } = { viewer: null, topics: {}, refused: [] };
  const kept: (readonly [viewer: string | null, topics: readonly string[], refused: readonly string[]])[] = [];
  keepKnown({ view, known: () => shown } as unknown as SyncStore, {
    recall: async () => null,
    forget: async () => undefined,
    async keep(viewer, { topics, refused }) {
      kept.push([viewer, Object.keys(topics), refused]);
    },
  });
  return {
    /** A topic becomes live. */
    open(topic: string) {
      shown = { viewer: 'ada', topics: { ...shown.topics, [topic]: answer('1') }, refused: [] };
      view.setState(({ topics }) => ({ topics: { ...topics, [topic]: { status: 'live' } } }));
    },
    kept: () => kept.splice(0),
    show(viewer: string | null, topics: Shown['topics'], refused: readonly string[] = []) {
      shown = { viewer, topics, refused };
      view.setState({ documents: {} });
      jest.advanceTimersByTime(A_WHILE_MS);
      return kept.splice(0);
    },
  };
}

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, {
    document: { visibilityState: 'visible', addEventListener: () => undefined },
    addEventListener: () => undefined,
  });
});
afterEach(() => void jest.useRealTimers());

it('keeps a topic when it changed, and not when something else did', () => {
  const page = openPage();
  expect(page.show('ada', { 'feed:ou': answer('1') })).toEqual([['ada', ['feed:ou'], []]]);
  expect(page.show('ada', { 'feed:ou': answer('1') })).toEqual([]);
  const both = { 'feed:ou': answer('1'), 'me:ada': answer('1') };
  expect(page.show('ada', both)).toEqual([['ada', ['me:ada'], []]]);
});

it('keeps a topic that has just come within half a second, and others that come meanwhile with it', () => {
  const page = openPage();
  page.open('chat:1');
  jest.advanceTimersByTime(300);
  page.open('messages:1:1');
  expect(page.kept()).toEqual([]);
  jest.advanceTimersByTime(200);
  expect(page.kept()).toEqual([['ada', ['chat:1', 'messages:1:1'], []]]);
  jest.advanceTimersByTime(A_WHILE_MS);
  page.open('chat:2');
  jest.advanceTimersByTime(500);
  expect(page.kept()).toEqual([['ada', ['chat:2'], []]]);
});

it('keeps anew for who logs in again, and what the hub allows again: it was forgotten meanwhile', () => {
  const page = openPage();
  page.show('ada', { 'feed:ou': answer('1') });
  page.show(null, { 'feed:ou': answer('1') });
  expect(page.show('ada', { 'feed:ou': answer('1') })).toEqual([['ada', ['feed:ou'], []]]);
  expect(page.show('ada', {}, ['feed:ou'])).toEqual([['ada', [], ['feed:ou']]]);
  expect(page.show('ada', { 'feed:ou': answer('1') })).toEqual([['ada', ['feed:ou'], []]]);
});

it('leaves a topic of very many documents as it was kept', () => {
  const document = { collection: 'posts', key: 'k', position: '0000000000000001', doc: {} };
  const many = Array.from({ length: 501 }, () => document);
  const page = openPage();
  expect(page.show('ada', { 'feed:ou': answer('1', many) })).toEqual([]);
  expect(page.show('ada', { 'feed:ou': answer('1', many.slice(1)) })).toEqual([['ada', ['feed:ou'], []]]);
});
