import { describe, expect, it } from '@jest/globals';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { createSharedReads } from '#server/read/sharedReads.ts';
import { creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { guest, hubRig, subscribeTo } from '../hub/hubRig.ts';

describe('shared reads', () => {
  it('begin when nobody can join any more, so no answer is older than its question', async () => {
    const begins: (() => void)[] = [];
    const share = createSharedReads((begin) => void begins.push(begin));
    let state = 'old';
    let reads = 0;
    const read = async () => {
      reads += 1;
      return state;
    };
    const first = share('feed', read);
    state = 'new';
    const second = share('feed', read);
    const other = share('another feed', read);
    for (const begin of begins) begin();
    expect(await Promise.all([first, second, other])).toEqual(['new', 'new', 'new']);
    expect(reads).toBe(2);
    state = 'newer';
    const later = share('feed', read);
    begins.at(-1)?.();
    expect(await later).toBe('newer');
  });

  it('tell their failure to all who joined, and the next one reads anew', async () => {
    const share = createSharedReads(queueMicrotask);
    const failing = () => Promise.reject(new Error('The disk is gone.'));
    const both = await Promise.allSettled([share('feed', failing), share('feed', failing)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await share('feed', async () => 'back')).toBe('back');
  });

  it('[P8] readers who come together get one read of the feed, and each their own saves', async () => {
    const { hub, store, log, publish } = await hubRig();
    for (const name of ['ada', 'ben']) log.add('UserRegistered', registration(name));
    log.add('PostCreated', creation(topLevel('desk', 'ada')));
    log.add('PostSaved', { postId: id('desk'), userId: id('ben'), campus: 'ou', author: id('ada') });
    await publish();
    let queries = 0;
    const { query } = store;
    store.query = (...question) => {
      queries += 1;
      return query.apply(store, question);
    };
    const readers = [guest(hub, id('ada')), guest(hub, id('ben')), guest(hub)];
    const answers = await Promise.all(
      readers.map(({ peer }) => peer.receive('subscribe', subscribeTo(topicName.feed('ou'))) as Promise<TopicAnswer>),
    );
    expect(queries).toBe(1);
    const saves = answers.map(({ documents }) => documents.filter(({ collection }) => collection === 'saves').length);
    expect(saves).toEqual([0, 1, 0]);
    expect(answers.every(({ documents }) => documents.some(({ key }) => key === id('desk')))).toBe(true);
  });
});
