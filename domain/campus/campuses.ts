import { FEED_PAGE_POSTS } from '../kernel/limits.ts';
import type { Campus } from './campus.ts';
import { emailDomains } from './emailDomains.ts';
import { marks } from './marks.ts';

/** Posts in the first page of the two large campuses (FEED-04, Q32). */
const LARGE_FIRST_PAGE_POSTS = 25;

const WHITE = '#ffffff';
const COUNTRY = 'United States';

type CampusId = keyof typeof marks;

/** One school: the dark accent always carries a near-black of its own hue. */
function school(
  id: CampusId,
  names: readonly [name: string, fullName: string],
  place: readonly [city: string, state: string],
  colours: readonly [light: string, dark: string, onDark: string],
  firstPagePosts = FEED_PAGE_POSTS,
): Campus {
  return {
    id,
    name: names[0],
    fullName: names[1],
    hosts: [id],
    url: `https://${id}.quad.example`,
    emailDomains: emailDomains[id],
    privacy: 'public',
    location: { city: place[0], state: place[1], country: COUNTRY },
    colours: { light: colours[0], dark: colours[1], onLight: WHITE, onDark: colours[2] },
    mark: marks[id],
    firstPagePosts,
  };
}

/** All campuses, the generic site first (CAMP-03, Q01). Quad is not affiliated with any school (CAMP-09). */
export const campuses: readonly Campus[] = [
  school('campus', ['Campus', 'All campuses'], ['Every campus', ''], ['#3f4a5a', '#b6c2d2', '#0d1219']),
  school(
    'ou',
    ['OU', 'University of Oklahoma'],
    ['Norman', 'Oklahoma'],
    ['#841617', '#f08a8b', '#1f0506'],
    LARGE_FIRST_PAGE_POSTS,
  ),
  school(
    'ut',
    ['UT', 'University of Texas'],
    ['Austin', 'Texas'],
    ['#a84f00', '#f5a55a', '#1f0f00'],
    LARGE_FIRST_PAGE_POSTS,
  ),
  school('smu', ['SMU', 'Southern Methodist University'], ['Dallas', 'Texas'], ['#3f3fb5', '#a9adff', '#0b0b24']),
  school('uf', ['UF', 'University of Florida'], ['Gainesville', 'Florida'], ['#c4380b', '#ff9b73', '#210a02']),
  school(
    'ucla',
    ['UCLA', 'University of California, Los Angeles'],
    ['Los Angeles', 'California'],
    ['#1d6aa8', '#8ac6f2', '#04141f'],
  ),
  school(
    'stanford',
    ['Stanford', 'Stanford University'],
    ['Stanford', 'California'],
    ['#175e54', '#7fd0c0', '#04120f'],
  ),
  school('duke', ['Duke', 'Duke University'], ['Durham', 'North Carolina'], ['#1a3a8f', '#9cb6f7', '#050b1c']),
  school(
    'okstate',
    ['OKState', 'Oklahoma State University'],
    ['Stillwater', 'Oklahoma'],
    ['#8c4a14', '#e8a873', '#1b0d03'],
  ),
  school('tamu', ['TAMU', 'Texas A&M University'], ['College Station', 'Texas'], ['#5a0f1b', '#e39aa6', '#1a0407']),
  school(
    'mit',
    ['MIT', 'Massachusetts Institute of Technology'],
    ['Cambridge', 'Massachusetts'],
    ['#7b2d5e', '#e3a1c8', '#180812'],
  ),
  school(
    'harvard',
    ['Harvard', 'Harvard University'],
    ['Cambridge', 'Massachusetts'],
    ['#a51c30', '#ff9aa5', '#200508'],
  ),
  school('ucf', ['UCF', 'University of Central Florida'], ['Orlando', 'Florida'], ['#7a5f00', '#f0cb52', '#171200']),
  school('fsu', ['FSU', 'Florida State University'], ['Tallahassee', 'Florida'], ['#8a2a4a', '#f0a0ba', '#1b060d']),
  school('unt', ['UNT', 'University of North Texas'], ['Denton', 'Texas'], ['#0b6b3a', '#6fd6a0', '#03140b']),
];
