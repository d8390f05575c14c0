import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { alertStore } from '#web/kit/alertStore.ts';
import { refusalOfField, showRefusal } from '#web/sync/showRefusal.ts';
import { NO_ANSWER, noAnswer, OFFLINE_TEXT, RequestRefused, refusedFrom } from '#web/sync/transport/http.ts';

const shown = () => alertStore.getState().alerts.map(({ type, text }) => `${type}: ${text}`);
const error = { code: 'NAME_INVALID', text: 'Name is Invalid', data: {}, retry: false };

describe('what a refused request shows', () => {
  beforeEach(() => alertStore.setState({ alerts: [] }));

  it('[SHEL-16] [SETT-13 in part] one alert for each text of the errors list', () => {
    showRefusal(refusedFrom({ error, errors: [{ msg: 'Name is Invalid' }, { msg: 'Password too short.' }] }, 422));
    expect(shown()).toEqual(['danger: Name is Invalid', 'danger: Password too short.']);
  });

  it('the text of the refusal where there is no list', () => {
    showRefusal(refusedFrom({ error }, 422));
    expect(shown()).toEqual(['danger: Name is Invalid']);
  });

  it('[AUTH-09] [AUTH-14] [AUTH-28] [VERF-08] the words of the form, where the server has said nothing of its own', () => {
    const unavailable = { code: 'UNAVAILABLE', text: 'The server is busy.', data: {}, retry: true };
    const silent = [noAnswer(), refusedFrom(undefined, 502), refusedFrom({ error: unavailable }, 503)];
    for (const refused of silent) {
      alertStore.setState({ alerts: [] });
      showRefusal(refused, 'An unknown error has occurred');
      expect(shown()).toEqual(['danger: An unknown error has occurred']);
      expect(refusalOfField(refused)).toBeNull();
    }
  });

  it('the reason of an answer, and that the device is offline, whatever the words of the form are', () => {
    showRefusal(refusedFrom({ error }, 422), 'An unknown error has occurred');
    const offline = { code: 'NO_ANSWER', text: OFFLINE_TEXT, data: {}, retry: true };
    showRefusal(new RequestRefused(offline, NO_ANSWER), 'An unknown error has occurred');
    expect(shown()).toEqual(['danger: Name is Invalid', `danger: ${OFFLINE_TEXT}`]);
    expect(refusalOfField(refusedFrom({ error }, 422))).toBe('Name is Invalid');
  });

  it('the fallback for what is no answer of the server, and it is logged', () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    showRefusal(new TypeError('x is not a function'));
    showRefusal(new TypeError('x is not a function'), 'Try again.');
    expect(shown()).toEqual(['danger: Something went wrong', 'danger: Try again.']);
    expect(log).toHaveBeenCalledTimes(2);
    log.mockRestore();
  });
});
