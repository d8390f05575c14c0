import { describe, it } from '@jest/globals';
import { userDecider } from '#domain/user/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { as, given, system } from '../given.ts';
import { ada, confirmed, erased, id, registered } from '../samples.ts';

const appointed: UserEvent = { type: 'ModeratorAppointed', data: { userId: ada } };
const dismissed: UserEvent = { type: 'ModeratorDismissed', data: { userId: ada } };
const appoint = { type: 'AppointModerator', id: id('appoint'), data: { userId: ada } } as const;
const dismiss = { type: 'DismissModerator', id: id('dismiss'), data: { userId: ada } } as const;
const byOperator = { actor: system, facts: {} };

describe('the role of a moderator', () => {
  it('is given and taken by the operator, once each', () => {
    const confirmedAda = [registered(), confirmed()];
    given(userDecider, ...confirmedAda)
      .when(appoint, byOperator)
      .thenExactly(appointed);
    given(userDecider, ...confirmedAda, appointed)
      .when(appoint, byOperator)
      .thenNothing();
    given(userDecider, ...confirmedAda, appointed)
      .when(dismiss, byOperator)
      .thenExactly(dismissed);
    given(userDecider, ...confirmedAda, appointed, dismissed)
      .when(dismiss, byOperator)
      .thenNothing();
  });

  it('[GUARD-13 in part] is given by no user, not even to oneself by a moderator', () => {
    const byAda = { actor: as(ada), facts: {} };
    given(userDecider, registered(), confirmed()).when(appoint, byAda).thenRefused('NOT_ALLOWED');
    given(userDecider, registered(), confirmed(), appointed).when(dismiss, byAda).thenRefused('NOT_ALLOWED');
  });

  it('needs a confirmed address, and a person', () => {
    given(userDecider, registered()).when(appoint, byOperator).thenRefused('EMAIL_NOT_CONFIRMED');
    given(userDecider).when(appoint, byOperator).thenRefused('USER_UNKNOWN');
    given(userDecider, registered(), confirmed(), appointed, erased())
      .when(dismiss, byOperator)
      .thenRefused('USER_ERASED');
  });
});
