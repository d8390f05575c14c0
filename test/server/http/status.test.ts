import { describe, expect, it } from '@jest/globals';
import { rejections } from '#domain/registry.ts';
import { STATUS, statusOf } from '#server/http/status.ts';
import { edgeTexts, refusalOf } from '#server/kernel/refusal.ts';

const codes = [...Object.keys(rejections), ...Object.keys(edgeTexts)];

describe('refusals', () => {
  it('have one text for each code', () => {
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(refusalOf({ code, data: {} }).text).not.toBe('');
  });

  it.each(codes)('%s is a client error, but for faults of ours', (code) => {
    const ours = [
      'FAULT',
      'BUSY',
      'UPLOADS_BUSY',
      'UNAVAILABLE',
      'CLIENT_NOT_BUILT',
      'LOGIN_FAULT',
      'TRY_AGAIN',
      'LINK_NOT_SENT',
      'PERSON_NOT_READ',
      // As oEmbed prescribes (https://oembed.com, 2.3.4).
      'FORMAT_UNKNOWN',
    ];
    expect([code, statusOf(code) >= 500]).toEqual([code, ours.includes(code)]);
  });

  it('have no status for a code that nobody gives', () => {
    expect(Object.keys(STATUS).filter((code) => !codes.includes(code))).toEqual([]);
  });

  it('are to be tried again only where the same may succeed', () => {
    const tried = codes.filter((code) => refusalOf({ code, data: {} }).retry);
    expect(tried.sort()).toEqual([
      'BUSY',
      'PERSON_NOT_READ',
      'RATE_LIMITED',
      'TRY_AGAIN',
      'UNAVAILABLE',
      'UPLOADS_AT_ONCE',
      'UPLOADS_BUSY',
      // The next try goes on from where the server is.
      'UPLOAD_OFFSET',
    ]);
  });

  it('fill in what they name', () => {
    expect(refusalOf({ code: 'RATE_LIMITED', data: { seconds: 7 } }).text).toContain('in 7 seconds');
  });
});
