import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { alertStore } from '#web/kit/alertStore.ts';
import { showRefusal } from '#web/sync/showRefusal.ts';
import { refusedFrom } from '#web/sync/transport/http.ts';

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

  it('the fallback for what is no answer of the server, and it is logged', () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    showRefusal(new TypeError('x is not a function'));
    showRefusal(new TypeError('x is not a function'), 'Try again.');
    expect(shown()).toEqual(['danger: Something went wrong', 'danger: Try again.']);
    expect(log).toHaveBeenCalledTimes(2);
    log.mockRestore();
  });
});
