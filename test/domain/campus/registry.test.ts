import { describe, expect, it } from '@jest/globals';
import { campuses, campusOfHost, findCampus } from '#domain/campus/registry.ts';
import { contrast } from './contrast.ts';

/** The grounds of the light and the dark design. */
const LIGHT_GROUND = '#ffffff';
const DARK_GROUND = '#16181c';
/** WCAG 2.2, 1.4.3, level AA. */
const AA = 4.5;

describe('the campus registry', () => {
  it('[CAMP-03] holds the generic site and 14 schools with id and label', () => {
    expect(campuses.map(({ id, name }) => `${id}=${name}`).join(' ')).toBe(
      'campus=Campus ou=OU ut=UT smu=SMU uf=UF ucla=UCLA stanford=Stanford duke=Duke okstate=OKState ' +
        'tamu=TAMU mit=MIT harvard=Harvard ucf=UCF fsu=FSU unt=UNT',
    );
  });

  it('[CAMP-15] knows place, name, site address, domains, privacy and mark of each, and no two alike', () => {
    for (const campus of campuses) {
      expect(campus.url).toBe(`https://${campus.id}.quad.example`);
      expect(campus.location.city).not.toBe('');
      expect(campus.location.country).toBe('United States');
      expect(campus.fullName).not.toBe('');
      expect(campus.mark).toMatch(/^M[-\d .a-zA-Z]+z$/);
      expect(campus.hosts).toContain(campus.id);
    }
    for (const of of [
      campuses.map((campus) => campus.mark),
      campuses.map((campus) => campus.colours.light),
      campuses.map((campus) => campus.colours.dark),
      campuses.flatMap((campus) => campus.emailDomains),
      campuses.flatMap((campus) => campus.hosts),
    ]) {
      expect(new Set(of).size).toBe(of.length);
    }
  });

  it('[FEED-04] loads 25 posts first on two campuses and 15 elsewhere (Q32)', () => {
    const large = campuses.filter((campus) => campus.firstPagePosts === 25).map((campus) => campus.id);
    expect(large).toEqual(['ou', 'ut']);
    expect(new Set(campuses.map((campus) => campus.firstPagePosts))).toEqual(new Set([15, 25]));
  });

  it.each(campuses.map((campus) => [campus.id, campus.colours] as const))(
    '[CAMP-15] the colours of %s are readable on both grounds, and text on them',
    (_id, { light, dark, onLight, onDark }) => {
      expect(contrast(light, LIGHT_GROUND)).toBeGreaterThanOrEqual(AA);
      expect(contrast(onLight, light)).toBeGreaterThanOrEqual(AA);
      expect(contrast(dark, DARK_GROUND)).toBeGreaterThanOrEqual(AA);
      expect(contrast(onDark, dark)).toBeGreaterThanOrEqual(AA);
    },
  );
});

describe('the campus of a host', () => {
  it.each([
    ['ou.localhost:3000', 'ou'],
    ['ut.localhost', 'ut'],
    ['UT.LOCALHOST:3000', 'ut'],
    ['okstate.quad.example', 'okstate'],
    ['www.smu.quad.example', 'smu'],
    ['campus.localhost:3000', 'campus'],
  ])('[CAMP-01] %s is the site of %s', (host, id) => {
    expect(campusOfHost(host).id).toBe(id);
  });

  it('[CAMP-01] every site address leads to its campus', () => {
    for (const campus of campuses) expect(campusOfHost(campus.url.replace('https://', ''))).toBe(campus);
  });

  it.each([
    'localhost:3000',
    'localhost',
    '127.0.0.1:3000',
    '[::1]:3000',
    'quad.example',
    'yale.quad.example',
    '',
    '.',
  ])('[CAMP-02] %j is unknown and so OU', (host) => {
    expect(campusOfHost(host).id).toBe('ou');
  });

  it('an unknown id is no campus, whatever objects inherit', () => {
    expect(findCampus('yale')).toBeUndefined();
    expect(findCampus('constructor')).toBeUndefined();
  });
});
