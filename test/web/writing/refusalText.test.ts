import { expect, it } from '@jest/globals';
import { edgeRefusal } from '#server/kernel/refusal.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import { refusalText, uploadErrorText } from '#web/writing/refusalText.ts';

const refused = (code: Parameters<typeof edgeRefusal>[0], status: number) =>
  new RequestRefused(edgeRefusal(code, { seconds: 3 }), status);

it('[POST-13 in part] a fault reads "Something went wrong.", whether of the command, of an upload or of the page', () => {
  const fault = 'Something went wrong.';
  expect(refusalText(edgeRefusal('FAULT'))).toBe(fault);
  expect(uploadErrorText(refused('FAULT', 500))).toBe(fault);
  expect(uploadErrorText(refused('UNAVAILABLE', 503))).toBe(fault);
  expect(uploadErrorText(new TypeError('x is undefined'))).toBe(fault);
});

it('a rule is shown in its own words, and so is a lack of room', () => {
  expect(refusalText({ code: 'POST_EMPTY', text: 'Please write something.' })).toBe('Please write something.');
  expect(uploadErrorText(refused('UPLOAD_MISSING', 400))).toBe('No photo arrived. Please choose one.');
  expect(uploadErrorText(refused('UPLOADS_BUSY', 503))).toContain('in 3 seconds');
});
