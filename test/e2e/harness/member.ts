import { v7 as uuidv7 } from 'uuid';
import { DEFAULT_CAMPUS, findCampus } from '#domain/campus/registry.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import type { RichText } from '#domain/post/richText.ts';
import type { Terms } from '#domain/post/terms.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { codeMailedTo } from './mailbox.ts';
import { type PictureFile, picture } from './pictures.ts';
import type { QuadServer } from './runningServer.ts';
import { exchange, type WireRequest } from './wire.ts';

/** Everybody's password. */
export const PASSWORD = 'correct horse 1';

/** Stage of an account. */
export type Stage = 'registered' | 'confirmed' | 'joined' | 'complete';
const STAGES: readonly Stage[] = ['registered', 'confirmed', 'joined', 'complete'];

/** A real account, created and used over HTTP: the quick way to a test's preconditions. */
export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly campus: string;
  /** Of a session of its own, for the campus's host. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Gives a command; answers the id under which it took effect. */
  give(type: keyof typeof commandDefinitions & string, data: Readonly<Record<string, unknown>>): Promise<string>;
  /** Answers the post's id. */
  post(text: string, files?: readonly PictureFile[], terms?: Partial<Terms>): Promise<string>;
  /** Stores a file for a post of one's own. */
  upload(postId: string, file: PictureFile): Promise<Media>;
  /** Sends a message with a photo or video into a conversation. Answers the message's id. */
  sendPhoto(chatId: string, text: string, file: PictureFile): Promise<string>;
  /** Comments on a post, or replies to one of its comments. Answers the comment's id. */
  comment(root: string, text: string, parent?: string): Promise<string>;
  save(postId: string): Promise<void>;
  unsave(postId: string): Promise<void>;
  changePicture(file: PictureFile): Promise<void>;
}

/** Plain text as the composer would store it: a paragraph a line. */
export function plainText(text: string): RichText {
  return text.split('\n').map((line) => ({ type: 'paragraph', children: [{ text: line }] }));
}

/** The server, the campus's host and the cookies with which somebody asks. */
interface Asking {
  readonly server: QuadServer;
  readonly campus: string;
  readonly cookies: Map<string, string>;
}

/** Sends a video by the tus protocol, in one piece. */
async function uploadVideo({ server, campus, cookies }: Asking, folder: string, body: Buffer): Promise<Media> {
  const tus = (method: 'POST' | 'PATCH' | 'PUT', path: string, more: Partial<WireRequest> = {}) =>
    exchange({
      port: server.port,
      host: server.host(campus),
      cookies,
      method,
      path,
      ...more,
      headers: { 'tus-resumable': '1.0.0', ...more.headers },
    });
  const length = { 'upload-length': String(body.byteLength) };
  const begun = await tus('POST', `/api/uploads/${folder}/videos`, { headers: length });
  const path = begun.headers.location ?? '';
  const contentType = 'application/offset+octet-stream';
  await tus('PATCH', path, { body, contentType, headers: { 'upload-offset': '0' } });
  return (JSON.parse((await tus('PUT', path)).text) as { media: Media }).media;
}

/** Waits until a person's pages know of a change: the read models come after the log. */
async function folded({ server, campus, cookies }: Asking, userId: string, position: string): Promise<void> {
  const path = `/api/topics/${topicName.me(userId)}?notBefore=${position}`;
  const { status, text } = await exchange({
    ...{ port: server.port, host: server.host(campus), cookies },
    ...{ method: 'GET', path },
  });
  if (status >= 300) throw new Error(`The change at ${position} is not folded: ${status} ${text}`);
}

/** Makes an account on a campus and takes it as far as wanted; by default it may post. */
export async function makeMember(
  server: QuadServer,
  name: string,
  options: { readonly campus?: string; readonly stage?: Stage; readonly email?: string } = {},
): Promise<Member> {
  const campus = options.campus ?? DEFAULT_CAMPUS;
  const goal = STAGES.indexOf(options.stage ?? 'complete');
  const domain = findCampus(campus)?.emailDomains[0] ?? 'mail.example';
  const email = options.email ?? `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@${domain}`;
  const cookies = new Map<string, string>();
  /** Of the last change. */
  let position = '';

  async function ask(method: 'POST' | 'PUT', path: string, body: unknown, contentType?: string): Promise<unknown> {
    const content = Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const host = server.host(campus);
    const answer = await exchange({ method, port: server.port, host, path, cookies, body: content, contentType });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (key !== undefined && value !== undefined) cookies.set(key, value);
    }
    if (answer.status >= 300) throw new Error(`${method} ${path} of ${name}: ${answer.status} ${answer.text}`);
    const said = answer.text === '' ? null : JSON.parse(answer.text);
    if (typeof said?.position === 'string') position = said.position;
    return said;
  }

  const registration = { id: uuidv7(), email, name, password: PASSWORD, acceptedTerms: true };
  const { user } = (await ask('POST', '/api/registration', registration)) as { user: { id: string } };

  const give = async (type: string, data: Readonly<Record<string, unknown>>, id = uuidv7()) => {
    const version = commandDefinitions[type]?.version;
    await ask('POST', '/api/commands', { id, actor: user.id, type, version, data });
    return effectiveCommandId(user.id, id);
  };
  const upload = async (folder: string, { buffer, mimeType }: PictureFile) => {
    if (mimeType.startsWith('video/')) return uploadVideo({ server, campus, cookies }, folder, buffer);
    return ((await ask('PUT', `/api/uploads/${folder}`, buffer, mimeType)) as { media: Media }).media;
  };
  const changePicture = async (file: PictureFile) => {
    await give('ChangeProfilePicture', { picture: await upload(`profilePics/${user.id}`, file) });
  };

  const steps = [
    async () =>
      void (await ask('POST', '/api/verification', { id: uuidv7(), code: await codeMailedTo(server, email) })),
    async () => void (await give('JoinWithConfirmedEmail', { campus, email })),
    async () => {
      await changePicture(await picture(name.length));
      await give('ChangeBio', { bio: `I am ${name}, and I sell what I no longer need.` });
    },
  ];
  for (const step of steps.slice(0, goal)) await step();
  await folded({ server, campus, cookies }, user.id, position);

  return {
    userId: user.id,
    name,
    email,
    campus,
    cookies,
    give: (type, data) => give(type, data),
    async post(text, files = [], terms = {}) {
      const id = uuidv7();
      const postId = newId(effectiveCommandId(user.id, id), 0);
      const media: Media[] = [];
      for (const file of files) media.push(await upload(`posts/${postId}`, file));
      await give('CreatePost', { text: plainText(text), media, category: 'all', ...terms }, id);
      return postId;
    },
    upload: (postId, file) => upload(`posts/${postId}`, file),
    async sendPhoto(chatId, text, file) {
      const id = uuidv7();
      const messageId = newId(effectiveCommandId(user.id, id), 0);
      const media = [await upload(`messages/${messageId}`, file)];
      await give('SendMessage', { chatId, text, media, postId: null }, id);
      return messageId;
    },
    async comment(root, text, parent = root) {
      return newId(await give('AddComment', { text: plainText(text), media: [], root, parent }), 0);
    },
    async save(postId) {
      await give('SavePost', { postId });
    },
    async unsave(postId) {
      await give('UnsavePost', { postId });
    },
    changePicture,
  };
}
