import { describe, expect, it } from '@jest/globals';
import { optOuts, productUse } from '#projections/analytics/collections.ts';
import { acts } from '#projections/report/collections.ts';
import { below, createLogBuilder, creation, id, instant, registration, topLevel } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

const [ann, mod] = [id('ann'), id('mod')];
const today = instant(1).slice(0, 10);

function community() {
  const log = createLogBuilder();
  log.add('UserRegistered', registration('ann'));
  log.add('UserRegistered', registration('bob'));
  const countsOf = (campus: string) => documentOf(foldAll(log.events), productUse, `${today}_${campus}`);
  const optOutOfAnn = () => documentOf(foldAll(log.events), optOuts, ann);
  return { log, countsOf, optOutOfAnn };
}

describe('the statistics', () => {
  it('count sign-ups and posts by day and campus, and nothing that the house or a comment adds', () => {
    const { log, countsOf } = community();
    const desk = topLevel('desk', 'ann');
    log.add('PostCreated', creation(desk));
    log.add('PostCreated', creation(below(desk, 'comment', 'bob')));
    log.add('PostCreated', creation(topLevel('banner', 'bob', { kind: 'new user' })));
    log.add('PostCreated', creation(topLevel('lamp', 'bob', { campus: 'ut' })));
    expect(countsOf('ou')).toMatchObject({ day: today, campus: 'ou', registrations: 2, posts: 1 });
    expect(countsOf('ut')).toMatchObject({ registrations: 0, posts: 1 });
  });

  it('[GUARD-12] leave out what an internal account does while it is opted out, and nobody else', () => {
    const { log, countsOf, optOutOfAnn } = community();
    log.add('PostCreated', creation(topLevel('before', 'ann')));
    log.add('AnalyticsOptedOut', { userId: ann, by: mod });
    expect(optOutOfAnn()).toMatchObject({ id: ann, by: mod });
    log.add('PostCreated', creation(topLevel('internal', 'ann')));
    expect(countsOf('ou')).toMatchObject({ posts: 1 });
    log.add('PostCreated', creation(topLevel('of another', 'bob')));
    expect(countsOf('ou')).toMatchObject({ posts: 2 });
    log.add('AnalyticsOptedIn', { userId: ann, by: mod });
    expect(optOutOfAnn()).toBeNull();
    log.add('PostCreated', creation(topLevel('after', 'ann')));
    expect(countsOf('ou')).toMatchObject({ posts: 3 });
  });

  it('[ANLT-07] count posts, sign-ups and log-ins of every campus but the one that is not counted', () => {
    const { log, countsOf } = community();
    log.add('LoginCounted', { loginId: id('first'), userId: ann, campus: 'ou' });
    log.add('LoginCounted', { loginId: id('second'), userId: ann, campus: 'ou' });
    expect(countsOf('ou')).toMatchObject({ registrations: 2, posts: 0, logins: 2 });
    log.add('PostCreated', creation(topLevel('desk', 'ann', { campus: 'campus' })));
    log.add('UserRegistered', { ...registration('cyd'), campus: 'campus' });
    expect(countsOf('campus')).toBeUndefined();
  });

  it('[P10] name nobody, and forget an erased internal account', () => {
    const { log, countsOf, optOutOfAnn } = community();
    log.add('AnalyticsOptedOut', { userId: ann, by: mod });
    log.add('SubjectErased', { userId: ann, campus: null });
    expect(optOutOfAnn()).toBeNull();
    expect(JSON.stringify(countsOf('ou'))).not.toContain(ann);
  });

  it('[GUARD-12 in part] the audit trail says who left out whom', () => {
    const { log } = community();
    const event = log.add('AnalyticsOptedOut', { userId: ann, by: mod });
    const act = documentOf(foldAll(log.events), acts, event.id);
    expect(act).toMatchObject({ action: 'AnalyticsOptedOut', by: mod, person: ann });
  });
});
