import { expect, it } from '@jest/globals';
import { type Reader, VISITOR } from '#domain/kernel/access.ts';
import { saveTopics } from '#projections/save/topics.ts';
import { id } from '../support/events.ts';

const likes = (campus: string) => saveTopics.likes.topicOf(campus, id('guest'));
const guest = { id: id('guest'), campus: 'ut', hidden: false };
const reading = (reader: Partial<Reader>) => ({ ...VISITOR, closed: [], ...reader });

it('[CAMP-07 in part] what a member of a private campus likes elsewhere is seen by those who may see the profile', () => {
  const outsider = reading({ closed: ['ut'] });
  expect(likes('ou')?.refuse(outsider, guest)).toBe('TOPIC_FORBIDDEN');
  expect(likes('ou')?.refuse({ ...outsider, memberOf: 'ut' }, guest)).toBeNull();
  expect(likes('ou')?.refuse({ ...outsider, userId: guest.id }, guest)).toBeNull();
  expect(likes('ou')?.refuse(reading({}), guest)).toBeNull();
  expect(likes('ou')?.refuse(reading({ closed: ['ou'], userId: guest.id }), guest)).toBe('TOPIC_FORBIDDEN');
  expect(likes('ou')?.refuse(reading({}), { ...guest, hidden: true })).toBe('PERSON_UNKNOWN');
});
