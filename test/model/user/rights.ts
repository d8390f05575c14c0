import { randomUUID } from 'node:crypto';
import type { userNoun } from '#domain/user/noun.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { userProjection } from '#projections/user/noun.ts';
import { own, type RightsOf, SIGNED_IN } from '../rights.ts';

/** An account is its owner's; a person is seen where their campus is. */
export const userRights: RightsOf<typeof userNoun, typeof userProjection> = {
  commands: {
    RequestEmailCode: { open: SIGNED_IN, data: () => ({}) },
    RequestSchoolCode: own({ campus: 'ou', email: 'nobody@mail.example' }),
    JoinWithConfirmedEmail: own({ campus: 'ou', email: 'president@ou.edu' }),
    ChangeUsername: own({ username: 'x' }),
    ChangeProfilePicture: own({ picture: { kind: 'image', name: `${randomUUID()}.webp`, width: 4, height: 3 } }),
    ChangeBio: own({ bio: 'Hello.' }),
    ChangeName: own({ firstName: 'Ada', lastName: 'Lovelace' }),
    ChangeGraduationYear: own({ year: 2028 }),
    RemoveGraduationYear: own({}),
  },
  topics: {
    me: ['owner', ({ people }) => topicName.me(people.owner.userId)],
    somePeople: ['campus', ({ people }) => topicName.somePeople('ou', namesOf([people.owner.userId]))],
    person: ['person', ({ people }) => topicName.person(people.owner.userId)],
  },
};
