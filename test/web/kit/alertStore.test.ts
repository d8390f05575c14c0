import { beforeEach, describe, expect, it } from '@jest/globals';
import { ALERT_MS, alertStore, BAR_LEAD_MS, dismissAlert, LOCKOUT_ALERT_MS, showAlert } from '#web/kit/alertStore.ts';

const shown = () => alertStore.getState().alerts.map(({ type, text, duration }) => ({ type, text, duration }));

describe('alerts', () => {
  beforeEach(() => alertStore.setState({ alerts: [] }));

  it('[SHEL-10] stay 2600 ms, their bar drains in 2400 ms, the lock-out stays 7.8 s', () => {
    showAlert('okay', 'Email sent');
    showAlert('danger', 'Locked', { duration: LOCKOUT_ALERT_MS });
    expect(shown()).toEqual([
      { type: 'okay', text: 'Email sent', duration: 2_600 },
      { type: 'danger', text: 'Locked', duration: 7_800 },
    ]);
    expect(ALERT_MS - BAR_LEAD_MS).toBe(2_400);
  });

  it('the same alert starts anew instead of piling up', () => {
    showAlert('success', 'Post saved.');
    const [first] = alertStore.getState().alerts;
    showAlert('success', 'Post saved.');
    expect(shown()).toHaveLength(1);
    expect(alertStore.getState().alerts[0]?.id).not.toBe(first?.id);
    // Of another type it is another alert.
    showAlert('danger', 'Post saved.');
    expect(shown().map(({ type }) => type)).toEqual(['success', 'danger']);
  });

  it('an Undo goes with a newer one about the same thing, and stays beside one about another', () => {
    const undone: string[] = [];
    const show = (about: string, text: string) =>
      showAlert('black', text, { about, action: { label: 'Undo', onPress: () => undone.push(`${about}: ${text}`) } });
    show('lamp', 'Marked as pending.');
    show('chair', 'Marked as pending.');
    show('lamp', 'Marked as sold.');
    for (const { action } of alertStore.getState().alerts) if (action !== null && 'onPress' in action) action.onPress();
    expect(undone).toEqual(['chair: Marked as pending.', 'lamp: Marked as sold.']);
  });

  it('an old one makes room, a dismissed one goes', () => {
    for (const text of ['a', 'b', 'c', 'd', 'e']) showAlert('black', text);
    expect(shown().map(({ text }) => text)).toEqual(['b', 'c', 'd', 'e']);
    const { id } = alertStore.getState().alerts[1] ?? { id: 0 };
    dismissAlert(id);
    expect(shown().map(({ text }) => text)).toEqual(['b', 'd', 'e']);
  });
});
