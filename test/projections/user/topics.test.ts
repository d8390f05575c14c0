import { expect, it } from '@jest/globals';
import { VISITOR } from '#domain/kernel/access.ts';
import { findTopic } from '#projections/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { id } from '../support/events.ts';

const visitor = { ...VISITOR, closed: [] };

it('[P10] the topic of a person is unknown to everybody once they are hidden or erased, as if they had never been', () => {
  const topic = findTopic(topicName.person(id('ada')));
  const refusals = [{ id: id('ada'), campus: 'ou', hidden: true }, null, undefined].map((gate) =>
    [visitor, { userId: id('ada'), verified: true, memberOf: 'ou', isModerator: false, closed: [] }].map((reader) =>
      topic?.refuse(reader, gate),
    ),
  );
  expect(new Set(refusals.flat())).toEqual(new Set(['PERSON_UNKNOWN']));
  expect(topic?.refuse(visitor, { id: id('ada'), campus: 'ou', hidden: false })).toBeNull();
});
