import { describe, expect, it } from '@jest/globals';
import { campuses, campusOfHost, findCampus } from '#domain/campus/registry.ts';
import { oklch } from './colour.ts';

/** The sites as the specification and the map have them, not as the code does: id, label, school, city label. */
const SITES = [
  ['campus', 'Campus', 'All campuses', 'Every campus'],
  ['ou', 'OU', 'University of Oklahoma', 'Norman, Oklahoma'],
  ['ut', 'UT', 'University of Texas', 'Austin, Texas'],
  ['smu', 'SMU', 'Southern Methodist University', 'Dallas, Texas'],
  ['uf', 'UF', 'University of Florida', 'Gainesville, Florida'],
  ['ucla', 'UCLA', 'University of California, Los Angeles', 'Los Angeles, California'],
  ['stanford', 'Stanford', 'Stanford University', 'Stanford, California'],
  ['duke', 'Duke', 'Duke University', 'Durham, North Carolina'],
  ['okstate', 'OKState', 'Oklahoma State University', 'Stillwater, Oklahoma'],
  ['tamu', 'TAMU', 'Texas A&M University', 'College Station, Texas'],
  ['mit', 'MIT', 'Massachusetts Institute of Technology', 'Cambridge, Massachusetts'],
  ['harvard', 'Harvard', 'Harvard University', 'Cambridge, Massachusetts'],
  ['ucf', 'UCF', 'University of Central Florida', 'Orlando, Florida'],
  ['fsu', 'FSU', 'Florida State University', 'Tallahassee, Florida'],
  ['unt', 'UNT', 'University of North Texas', 'Denton, Texas'],
] as const;

/** The e-mail domains that annex Q01 names. */
const DOMAINS: Readonly<Record<string, readonly string[]>> = {
  campus: [],
  ou: ['ou.edu'],
  ut: ['utexas.edu'],
  smu: ['smu.edu'],
  uf: ['ufl.edu'],
  ucla: ['ucla.edu', 'g.ucla.edu'],
  stanford: ['stanford.edu'],
  duke: ['duke.edu'],
  okstate: ['okstate.edu'],
  tamu: ['tamu.edu'],
  mit: ['mit.edu'],
  harvard: ['harvard.edu', 'college.harvard.edu'],
  ucf: ['ucf.edu', 'knights.ucf.edu'],
  fsu: ['fsu.edu', 'my.fsu.edu'],
  unt: ['unt.edu', 'my.unt.edu'],
};

/** Difference of two hues that the eye takes for one. */
const SAME_HUE_DEGREES = 3;

describe('the campus registry', () => {
  it('[CAMP-03] [CAMP-15] holds the generic site and 14 schools, each with id, label, name, city and state', () => {
    const held = campuses.map(({ id, name, fullName, location }) => [
      id,
      name,
      fullName,
      [location.city, location.state].filter(Boolean).join(', '),
    ]);
    expect(held).toEqual(SITES.map(([id, name, fullName, place]) => [id, name, fullName, place]));
    expect(new Set(campuses.map(({ location }) => location.country))).toEqual(new Set(['United States']));
  });

  it('[CAMP-03] [CAMP-04] takes the e-mail domains of each school, the obvious ones first (Q01)', () => {
    const held = campuses.map(({ id, emailDomains }) => [id, emailDomains.slice(0, DOMAINS[id]?.length ?? 0)]);
    expect(Object.fromEntries(held)).toEqual(DOMAINS);
    // Only the University of Texas has schools of its system beside them.
    const longer = campuses.filter(({ id, emailDomains }) => emailDomains.length > (DOMAINS[id]?.length ?? 0));
    expect(longer.map(({ id }) => id)).toEqual(['ut']);
    expect(findCampus('ut')?.emailDomains).toEqual(
      expect.arrayContaining(['uta.edu', 'utdallas.edu', 'utep.edu', 'utrgv.edu', 'utsa.edu', 'uttyler.edu']),
    );
  });

  it('[CAMP-03] [CAMP-15] [DATA-09 in part] knows site address and mark of each, and no two alike', () => {
    expect(campuses.map(({ url }) => url)).toEqual(SITES.map(([id]) => `https://${id}.quad.example`));
    for (const campus of campuses) {
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
    'the colours of %s are its own in the dark too: one hue, no paler than by day',
    (_id, { light, dark, darkText }) => {
      const day = oklch(light);
      for (const night of [oklch(dark), oklch(darkText)]) {
        expect(Math.abs(night.hue - day.hue)).toBeLessThanOrEqual(SAME_HUE_DEGREES);
        expect(night.chroma).toBeGreaterThanOrEqual(day.chroma * 0.95);
      }
    },
  );
});

describe('the campus of a host', () => {
  it.each([
    ['ou.localhost:3000', 'ou'],
    ['ut.localhost', 'ut'],
    ['UT.LOCALHOST:3000', 'ut'],
    ['ut:3000', 'ut'],
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
