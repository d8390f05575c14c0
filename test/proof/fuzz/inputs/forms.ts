import { randomBytesOf } from '../hostile.ts';
import type { Source } from '../source.ts';
import type { Person } from '../world.ts';

/** Who fills in a form, and what is made up for it. */
export interface FormDraw {
  readonly person: Person;
  readonly source: Source;
  readonly id: string;
}

/** A form that is right in all but its secrets, and who may send it. */
export interface Form {
  readonly path: string;
  readonly value: (draw: FormDraw) => object;
  /** `visitor`: a member who sent a right one would be somebody else, or nobody, afterwards. */
  readonly by: 'member' | 'visitor';
  readonly brake?: 'codes';
}

const code = (source: Source) => String(source.int(0, 9_999)).padStart(4, '0');
/** A password that is nobody's, so that each costs a hash at most. */
const wrong = ({ password }: Person) => `${password}!`;
const passkey = (source: Source) => {
  const bytes = (most: number) => randomBytesOf(source, most).toString('base64url');
  const id = bytes(32);
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, bytes };
};

/** The form of each route that takes one (`campaign.test.ts` finds a route that is not here). */
export const FORMS: readonly Form[] = [
  { path: '/api/session', by: 'visitor', value: ({ person }) => ({ email: person.email, password: wrong(person) }) },
  {
    path: '/api/registration',
    by: 'visitor',
    value: ({ person: { email, password }, id }) => ({ id, email, name: 'Ada Byron', password, acceptedTerms: true }),
  },
  { path: '/api/registration/email', by: 'visitor', value: ({ person: { email }, id }) => ({ id, email }) },
  { path: '/api/verification', by: 'member', brake: 'codes', value: ({ id, source }) => ({ id, code: code(source) }) },
  {
    path: '/api/school-verification',
    by: 'member',
    brake: 'codes',
    value: ({ person: { email }, id, source }) => ({ id, code: code(source), email, campus: 'ou' }),
  },
  {
    path: '/api/email-change',
    by: 'member',
    brake: 'codes',
    value: ({ person: { email }, id, source }) => ({ id, code: code(source), email }),
  },
  {
    path: '/api/email-change/code',
    by: 'visitor',
    value: ({ person, id }) => ({ id, email: person.email, password: wrong(person) }),
  },
  {
    path: '/api/sign-in-links',
    by: 'visitor',
    value: ({ person: { email } }) => ({ email, first: 'Ada', last: 'Byron' }),
  },
  { path: '/api/sign-in-links/claim', by: 'visitor', value: ({ person: { userId } }) => ({ userId }) },
  {
    path: '/api/session/link',
    by: 'visitor',
    value: ({ person: { email }, id, source }) => ({
      email,
      token: `${id}.${randomBytesOf(source, 32).toString('base64url')}`,
    }),
  },
  { path: '/api/password-resets', by: 'visitor', value: ({ person: { email } }) => ({ email }) },
  {
    path: '/api/password-resets/use',
    by: 'visitor',
    value: ({ person: { email, password }, id }) => ({ id, email, token: `${id}.x`, password }),
  },
  {
    path: '/api/password',
    by: 'visitor',
    value: ({ person, id }) => ({ id, current: wrong(person), password: wrong(person) }),
  },
  {
    path: '/api/hand-over',
    by: 'member',
    value: ({ source }) => ({
      campus: source.pick(['ut', 'ou', 'nowhere']),
      state: randomBytesOf(source, 16).toString('hex'),
    }),
  },
  {
    path: '/api/hand-over/use',
    by: 'visitor',
    value: ({ source }) => ({
      code: randomBytesOf(source, 32).toString('base64url'),
      state: randomBytesOf(source, 16).toString('hex'),
    }),
  },
  { path: '/api/passkeys/challenge', by: 'visitor', value: () => ({}) },
  {
    path: '/api/passkeys/session',
    by: 'visitor',
    value({ source }) {
      const { bytes, ...key } = passkey(source);
      const response = {
        clientDataJSON: bytes(90),
        authenticatorData: bytes(60),
        signature: bytes(70),
        userHandle: bytes(16),
      };
      return { ...key, response };
    },
  },
  { path: '/api/passkeys/new', by: 'member', value: () => ({ current: '' }) },
  {
    path: '/api/passkeys',
    by: 'member',
    value({ source }) {
      const { bytes, ...key } = passkey(source);
      return { answer: { ...key, response: { clientDataJSON: bytes(90), attestationObject: bytes(200) } }, name: '' };
    },
  },
  { path: '/api/passkeys/0/removal', by: 'member', value: ({ id }) => ({ id, current: '' }) },
  { path: '/api/google/removal', by: 'member', value: ({ id, person }) => ({ id, current: wrong(person) }) },
  { path: '/api/google', by: 'visitor', value: () => ({ popup: true }) },
  { path: '/api/archive', by: 'visitor', value: ({ person }) => ({ password: wrong(person) }) },
  { path: '/api/account/deletion', by: 'visitor', value: ({ person, id }) => ({ id, password: wrong(person) }) },
  { path: '/api/checkouts', by: 'member', value: ({ id }) => ({ postId: id }) },
  {
    path: '/api/payments/notices',
    by: 'visitor',
    value: ({ id }) => ({ id, object: 'event', type: 'charge.refunded' }),
  },
  {
    path: '/api/trackPostAnalytics',
    by: 'visitor',
    value: ({ id, source }) => ({
      session: id,
      actions: [{ postId: id, actionType: source.pick(['view', 'copied_link', 'look']) }],
    }),
  },
  { path: '/api/searches', by: 'visitor', value: ({ source }) => ({ text: source.pick(['lamp', 'desk', 'ﷺ']) }) },
];
