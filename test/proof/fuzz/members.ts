import type { Secrets } from './secrets.ts';
import { HttpSender } from './sending/http.ts';
import { stableId } from './source.ts';
import { FIRST_POSTS, firstPicture, type Person, plannedPost, TEXT_CANARY, type World } from './world.ts';

/** Sign-ups at a time: as many as the server hashes at once, and one more that waits. */
const PARALLEL = 3;
/** Milliseconds between two reads of the mailbox. */
const LOOK_EVERY_MS = 50;
const LOOKS = 400;

/** The `Cookie` headers of the members, by their number. */
export type Cookies = string[];

/**
 * Signs all members up over HTTP, as a browser does: registration, the code from the mail, the campus; and writes the
 * first posts. Passwords, addresses, codes and cookies are recorded as secrets to search for.
 */
export async function signUpAll(port: number, world: World, secrets: Secrets): Promise<Cookies> {
  const http = new HttpSender(port);
  const cookies: Cookies = [];
  const open = [...world.people];
  const lane = async () => {
    for (let person = open.shift(); person !== undefined; person = open.shift()) {
      cookies[person.index] = await signUp(http, world, person, secrets);
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL }, lane));
  } finally {
    http.close();
  }
  return cookies;
}

async function signUp(http: HttpSender, world: World, person: Person, secrets: Secrets): Promise<string> {
  const { seed } = world;
  const { index, registrationId, userId, email, password } = person;
  const picture = firstPicture(world);
  const address = `10.1.${index >> 8}.${index & 255}`;
  const ask = async (method: string, path: string, bytes: Buffer, type: string, cookie: string) => {
    const headers = { 'content-type': type };
    const input = { via: 'http', method, path, headers, body: bytes.toString('base64'), shape: 'any' } as const;
    const reply = await http.send({ ...input, member: index, address }, { cookie, address });
    if (reply.type !== 'http' || reply.status >= 300) {
      throw new Error(`Signing up failed at ${path}: ${reply.type === 'http' ? reply.body.toString() : reply.type}`);
    }
    return reply;
  };
  const post = (path: string, body: object, cookie: string) =>
    ask('POST', path, Buffer.from(JSON.stringify(body)), 'application/json', cookie);
  secrets.add('password', password);
  secrets.add('e-mail address', email);
  const form = { id: registrationId, email, name: 'Canaryperson Lovelace', password, acceptedTerms: true };
  const registered = await post('/api/registration', form, '');
  const cookie = cookieOf(registered.headers['set-cookie'], secrets);
  const code = await mailedCode(http, email);
  secrets.add('code', code);
  await post('/api/verification', { id: stableId(seed, 'verification', index), code }, cookie);
  const upload = await ask('PUT', `/api/uploads/profilePics/${userId}`, picture, 'image/png', cookie);
  const { media } = JSON.parse(upload.body.toString()) as { media: unknown };
  const steps: readonly (readonly [string, object])[] = [
    ['JoinWithConfirmedEmail', { campus: 'ou', email }],
    ['ChangeProfilePicture', { picture: media }],
    ['ChangeBio', { bio: 'I sell what I no longer need.' }],
  ];
  for (const [type, data] of steps) {
    const command = { id: stableId(seed, type, index), actor: userId, type, version: 1, data };
    await post('/api/commands', command, cookie);
  }
  for (let k = index; k < FIRST_POSTS; k += world.people.length) {
    const { commandId, postId } = plannedPost(world, k);
    const brought = await ask('PUT', `/api/uploads/posts/${postId}`, picture, 'image/png', cookie);
    const data = {
      text: [{ type: 'paragraph', children: [{ text: `${TEXT_CANARY} ${k}` }] }],
      media: [JSON.parse(brought.body.toString()).media],
      category: 'all',
    };
    await post('/api/commands', { id: commandId, actor: userId, type: 'CreatePost', version: 1, data }, cookie);
  }
  return cookie;
}

function cookieOf(header: string | readonly string[] | undefined, secrets: Secrets): string {
  const pairs = [header ?? []].flat().map((each) => each.split(';')[0] ?? '');
  for (const pair of pairs) secrets.add('cookie', pair.slice(pair.indexOf('=') + 1));
  return pairs.join('; ');
}

async function mailedCode(http: HttpSender, email: string): Promise<string> {
  const address = '10.2.0.1';
  for (let look = 0; look < LOOKS; look += 1) {
    const ask = { via: 'http', method: 'GET', path: '/dev/mail', body: null, shape: 'any', member: null } as const;
    const reply = await http.send(
      { ...ask, headers: { accept: 'application/json' }, address },
      { cookie: '', address },
    );
    if (reply.type === 'http') {
      const { mails } = JSON.parse(reply.body.toString()) as { mails: { to: string; text: string }[] };
      const mail = mails.find(({ to }) => to === email);
      if (mail !== undefined) return mail.text.slice(0, 4);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error('No code was mailed.');
}
