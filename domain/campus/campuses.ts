import type { Campus } from './campus.ts';
import { emailDomains } from './emailDomains.ts';
import { FEED_PAGE_POSTS } from './limits.ts';
import { marks } from './marks.ts';

/** Posts in the first page of the two large campuses (FEED-04, Q32). */
const LARGE_FIRST_PAGE_POSTS = 25;

const WHITE = '#ffffff';
const COUNTRY = 'United States';

/** One mailbox answers for all campuses. */
const SUPPORT_EMAIL = 'support@quad.example';

type CampusId = keyof typeof marks;

/** The generic site, where one picks a school, says nothing about how a campus uses the product (Q69). */
const UNCOUNTED: CampusId = 'campus';

/** One school. */
function school(
  id: CampusId,
  names: readonly [name: string, fullName: string],
  place: readonly [city: string, state: string],
  colours: readonly [light: string, dark: string, darkText: string],
  firstPagePosts = FEED_PAGE_POSTS,
): Campus {
  return {
    id,
    name: names[0],
    fullName: names[1],
    hosts: [id],
    url: `https://${id}.quad.example`,
    emailDomains: emailDomains[id],
    contact: {
      email: SUPPORT_EMAIL,
      social: { account: `@quad_${id}`, url: `https://social.quad.example/quad_${id}` },
    },
    location: { city: place[0], state: place[1], country: COUNTRY },
    colours: { light: colours[0], dark: colours[1], darkText: colours[2], on: WHITE },
    mark: marks[id],
    isCounted: id !== UNCOUNTED,
    firstPagePosts,
  };
}

/** All campuses, the generic site first (CAMP-03, Q01). Quad is not affiliated with any school (CAMP-09). */
export const campuses: readonly Campus[] = [
  school('campus', ['Campus', 'All campuses'], ['Every campus', ''], ['#3f4a5a', '#536175', '#7e8fa7']),
  school(
    'ou',
    ['OU', 'University of Oklahoma'],
    ['Norman', 'Oklahoma'],
    ['#841617', '#b82324', '#ec6158'],
    LARGE_FIRST_PAGE_POSTS,
  ),
  school(
    'ut',
    ['UT', 'University of Texas'],
    ['Austin', 'Texas'],
    ['#a84f00', '#a84f00', '#df6e14'],
    LARGE_FIRST_PAGE_POSTS,
  ),
  school('smu', ['SMU', 'Southern Methodist University'], ['Dallas', 'Texas'], ['#3f3fb5', '#4c4cd5', '#7682ff']),
  school('uf', ['UF', 'University of Florida'], ['Gainesville', 'Florida'], ['#c4380b', '#c4380b', '#ff501c']),
  school(
    'ucla',
    ['UCLA', 'University of California, Los Angeles'],
    ['Los Angeles', 'California'],
    ['#1d6aa8', '#1d6aa8', '#3493e1'],
  ),
  school(
    'stanford',
    ['Stanford', 'Stanford University'],
    ['Stanford', 'California'],
    ['#175e54', '#1b6b5f', '#499c8e'],
  ),
  school('duke', ['Duke', 'Duke University'], ['Durham', 'North Carolina'], ['#1a3a8f', '#2956cc', '#5a8afa']),
  school(
    'okstate',
    ['OKState', 'Oklahoma State University'],
    ['Stillwater', 'Oklahoma'],
    ['#8c4a14', '#924d15', '#ce793a'],
  ),
  school('tamu', ['TAMU', 'Texas A&M University'], ['College Station', 'Texas'], ['#5a0f1b', '#a43b46', '#d57075']),
  school(
    'mit',
    ['MIT', 'Massachusetts Institute of Technology'],
    ['Cambridge', 'Massachusetts'],
    ['#7b2d5e', '#9c3b78', '#d16ba8'],
  ),
  school(
    'harvard',
    ['Harvard', 'Harvard University'],
    ['Cambridge', 'Massachusetts'],
    ['#a51c30', '#b82137', '#fa515f'],
  ),
  school('ucf', ['UCF', 'University of Central Florida'], ['Orlando', 'Florida'], ['#7a5f00', '#7a5f00', '#ac8a20']),
  school('fsu', ['FSU', 'Florida State University'], ['Tallahassee', 'Florida'], ['#8a2a4a', '#a7355b', '#e16489']),
  school('unt', ['UNT', 'University of North Texas'], ['Denton', 'Texas'], ['#0b6b3a', '#0c6e3c', '#35a162']),
];
