import { describe, expect, it } from '@jest/globals';
import { createStore } from 'zustand/vanilla';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { EMPTY_VIEW, type SyncView, UNASKED_TOPIC } from '#web/sync/documents/view.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';
import type { Browser } from '../crash/browser.ts';
import { Watch } from './watch.ts';

const FEED = topicName.feed(DEFAULT_CAMPUS);
const LIVE: SyncView = {
  ...EMPTY_VIEW,
  connection: 'online',
  topics: { [FEED]: { ...UNASKED_TOPIC, status: 'live' } },
  windows: { [FEED]: ['a'] },
};

/** Findings about a page that is live and then shows something else. */
function findingsOf(change: Partial<SyncView>): readonly string[] {
  const view = createStore<SyncView>(() => LIVE);
  const watch = new Watch();
  watch.page('Ada', { view } as unknown as SyncStore);
  view.setState(change);
  return watch.end().findings;
}

/** Findings about one answer over HTTP. */
async function findingsOfAnswer(answer: unknown): Promise<readonly string[]> {
  const watch = new Watch();
  await new Promise<void>((resolve) => {
    const ask = async () => {
      setImmediate(resolve);
      return answer;
    };
    void watch.ask({ ask } as unknown as Browser);
  });
  return watch.end().findings;
}

describe('what people see in an upgrade', () => {
  it.each<[string, Partial<SyncView>, RegExp]>([
    ['a page that is asked to reload', { isOutdated: true }, /was asked to reload/],
    ['an empty feed', { windows: { [FEED]: [] } }, /showed an empty feed/],
    [
      'a page that loads anew, as it does when its hub does not know the eras of the next one',
      { topics: { [FEED]: { ...UNASKED_TOPIC, status: 'loading' } }, windows: { [FEED]: [] } },
      /loaded anew/,
    ],
    ['a feed that failed', { topics: { [FEED]: { ...UNASKED_TOPIC, status: 'failed' } } }, /was failed/],
  ])('%s is a finding', (_what, change, finding) => {
    expect(findingsOf(change)).toEqual([expect.stringMatching(finding)]);
  });

  it('the quiet bar is none', () => {
    const topics = { [FEED]: { ...UNASKED_TOPIC, status: 'stale' as const } };
    expect(findingsOf({ connection: 'reconnecting', topics })).toEqual([]);
  });

  it('an answer of no release is a finding, and so is a document of a wrong shape', async () => {
    expect(await findingsOfAnswer({ documents: 'none' })).toEqual([expect.stringMatching(/wrong shape/)]);
    const position = '0'.repeat(16);
    const document = { collection: 'posts', key: 'a', position, doc: { id: 'a' } };
    const cursor = { generation: 'g', era: 'e', position };
    const answer = { ok: true, cursor, fresh: true, documents: [document], floor: '' };
    expect(await findingsOfAnswer(answer)).toEqual([expect.stringMatching(/document of a wrong shape/)]);
  });
});
