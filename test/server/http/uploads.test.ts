import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type Request, Router } from 'express';
import { postFolder } from '#domain/post/files.ts';
import { pictureFolder } from '#domain/user/files.ts';
import { servedFile } from '#server/engines/media/servedFile.ts';
import { errorHandler } from '#server/http/errors.ts';
import { imageRoutes } from '#server/http/images.ts';
import type { Authenticate } from '#server/http/requestContext.ts';
import { UNNAMED_FILES_PER_USER } from '#server/http/unnamedFiles.ts';
import { createUploadLimits, UPLOAD_YIELDS_MS, UPLOADS_AT_ONCE_PER_USER } from '#server/http/uploadLimits.ts';
import { uploadRoutes } from '#server/http/uploads.ts';
import { files } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { type Arrivals, type IndexedUpload, MediaBusy, type Upload } from '#server/ports/media.ts';
import { type DispatchRig, dispatchRig } from '../support/dispatchRig.ts';
import { idOf, registerMember, userActor } from '../support/people.ts';
import { eventually } from '../support/student.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const authenticate = (async (request: Request) => ({ userId: request.get('x-user') })) as unknown as Authenticate;

/** Serves routes; returns the address and the log. */
async function serve(...routes: readonly Router[]) {
  const logged: { level: string; message: string }[] = [];
  const note = (level: string) => (_fields: object, message: string) => void logged.push({ level, message });
  const app = express();
  for (const router of routes) app.use(router);
  app.use(errorHandler({ ...silentLogger, debug: note('debug'), warn: note('warn'), error: note('error') }));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  closers.push(async () => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  /** A connection for raw text. */
  const open = async (text: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((resolve) => socket.write(text, () => resolve()));
    return socket;
  };
  return { url: `http://127.0.0.1:${port}`, open, logged };
}

/** Uploads to a store that keeps its input. */
async function rig(maxBytes?: number, now?: () => number) {
  const commands: DispatchRig = dispatchRig();
  const [ada, bob] = [await registerMember(commands, 'ada'), await registerMember(commands, 'bob')];
  const limits = createUploadLimits(maxBytes, now);
  const stored: number[] = [];
  const agains: unknown[] = [];
  const failures: Error[] = [];
  const unsettled: IndexedUpload[] = [];
  const removed: string[] = [];
  const whileStoring: { run: () => Promise<unknown> } = { run: async () => undefined };
  const media = {
    // Of videos only the last step; they have a test of their own.
    arrivals: {
      find: async (folder, id) => ({ ...{ folder, id, kind: 'video', owner: ada, at: '' }, size: 1, offset: 1 }),
      async complete(folder, id, at) {
        await whileStoring.run();
        const media = { kind: 'video', name: `${id}.mp4`, width: 1, height: 1, seconds: 1, poster: null } as const;
        return { folder, owner: ada, at, media };
      },
    } satisfies Partial<Arrivals> as unknown as Arrivals,
    remove: async (folder: string, names?: readonly string[]) => {
      removed.push(`${folder} ${names?.join() ?? '*'}`);
    },
    unsettledOf: async () => unsettled,
    unsettledBytes: async () => unsettled.map((upload) => ({ ...upload, bytes: 0 })),
    settle: async (uploads: readonly IndexedUpload[]) => {
      for (const upload of uploads) unsettled.splice(unsettled.indexOf(upload), 1);
    },
    async put(folder: string, owner: string, at: string, bytes: Uint8Array, again?: number): Promise<Upload> {
      agains.push(again);
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      stored.push(bytes.byteLength);
      await whileStoring.run();
      return { folder, owner, at, media: { kind: 'image', name: 'a.webp', width: 1, height: 1 } };
    },
  };
  const { dispatcher, clock } = commands;
  const served = await serve(
    uploadRoutes({
      files,
      authenticate,
      dispatcher,
      log: commands.log,
      media,
      clock: clock.now,
      rateShare: null,
      limits,
    }),
  );
  const pathOf = (owner: string) => `/api/uploads/${pictureFolder(owner)}`;
  /** An upload that sends only that many bytes. */
  const begin = (owner: string, bytes: number, of = 1_000) =>
    served.open(
      `PUT ${pathOf(owner)} HTTP/1.1\r\nHost: x\r\nX-User: ${owner}\r\nContent-Length: ${of}\r\n\r\n${'x'.repeat(bytes)}`,
    );
  const upload = async (owner: string, bytes: number) => {
    const init = { method: 'PUT', headers: { 'x-user': owner }, body: 'x'.repeat(bytes) };
    const response = await fetch(`${served.url}${pathOf(owner)}`, init);
    const { error } = (await response.json()) as { error?: { code: string; retry: boolean } };
    return {
      status: response.status,
      code: error?.code,
      retry: error?.retry,
      after: response.headers.get('retry-after'),
    };
  };
  return {
    ...served,
    commands,
    ada,
    bob,
    begin,
    upload,
    pathOf,
    agains,
    stored,
    removed,
    whileStoring,
    failures,
    unsettled,
  };
}

describe('uploads', () => {
  it('pass on how often the server has lost the picture, and take nothing else for a number', async () => {
    const { url, ada, pathOf, agains } = await rig();
    for (const query of ['', '?again=2', '?again=-1', '?again=10', '?again=x', '?again=1&again=2']) {
      const init = { method: 'PUT', headers: { 'x-user': ada }, body: 'x' };
      expect((await fetch(`${url}${pathOf(ada)}${query}`, init)).status).toBe(200);
    }
    expect(agains).toEqual([0, 2, 0, 0, 0, 0]);
  });

  it('of one user are three at once; the fourth hears so, another user is taken', async () => {
    const { ada, bob, begin, upload, stored } = await rig();
    const under = await Promise.all(Array.from({ length: UPLOADS_AT_ONCE_PER_USER }, () => begin(ada, 10)));
    await eventually(async () => (await upload(ada, 5)).status === 429);
    expect(await upload(ada, 5)).toEqual({ status: 429, code: 'UPLOADS_AT_ONCE', retry: true, after: '3' });
    expect((await upload(bob, 5)).status).toBe(200);
    under[0]?.write('x'.repeat(990));
    await eventually(async () => stored.includes(1_000));
    expect((await upload(ada, 5)).status).toBe(200);
  });

  it('[P10] of somebody who is erased meanwhile leave no file', async () => {
    const { ada, upload, commands, whileStoring, removed } = await rig();
    expect((await upload(ada, 5)).status).toBe(200);
    whileStoring.run = () => commands.give(userActor(ada), idOf('erase'), 'EraseUser', { userId: ada });
    expect(await upload(ada, 6)).toMatchObject({ status: 410, code: 'USER_ERASED' });
    expect(removed).toEqual([`${pictureFolder(ada)} a.webp`]);
  });

  it('[P10] of a video that is complete just when its sender is erased leave no file', async () => {
    const { ada, url, commands, whileStoring, removed } = await rig();
    const complete = () =>
      fetch(`${url}/api/uploads/posts/${idOf('post')}/videos/film`, { method: 'PUT', headers: { 'x-user': ada } });
    expect((await complete()).status).toBe(200);
    whileStoring.run = () => commands.give(userActor(ada), idOf('erase'), 'EraseUser', { userId: ada });
    expect((await complete()).status).toBe(410);
    expect(removed).toEqual([`${postFolder(idOf('post'))} film.mp4`]);
  });

  it('hold so many bytes together; what finds no room is refused and heard, and taken when there is room', async () => {
    const { ada, bob, begin, upload } = await rig(1_500);
    const large = await begin(ada, 900);
    await eventually(async () => (await upload(bob, 700)).status === 503);
    expect(await upload(bob, 700)).toEqual({ status: 503, code: 'UPLOADS_BUSY', retry: true, after: '3' });
    expect((await upload(bob, 500)).status).toBe(200);
    large.destroy();
    await eventually(async () => (await upload(bob, 1_400)).status === 200);
  });

  it('that are slow give their room to others: who holds most first, who holds less than the other never', async () => {
    let now = 0;
    const { ada, bob, begin, upload, stored } = await rig(2_000, () => now);
    const slow = [await begin(ada, 900), await begin(ada, 800)];
    await eventually(async () => (await upload(bob, 400)).status === 503);
    now = UPLOAD_YIELDS_MS;
    // Its owner would hold more than who is slow.
    expect((await upload(bob, 1_800)).status).toBe(503);
    expect((await upload(bob, 400)).status).toBe(200);
    expect((await upload(bob, 1_000)).status).toBe(200);
    const heard = new Promise<string>((resolve) => slow[0]?.once('data', (bytes) => resolve(String(bytes))));
    slow[0]?.write('x'.repeat(100));
    expect(await heard).toMatch(/^HTTP\/1\.1 503 [\s\S]*UPLOADS_BUSY/);
    slow[1]?.write('x'.repeat(200));
    await eventually(async () => stored.filter((bytes) => bytes === 1_000).length === 2);
  });

  it('that are complete keep their room until they are stored, however slow they came', async () => {
    let now = 0;
    const { ada, bob, upload, whileStoring, stored } = await rig(2_000, () => now);
    const rendered = Promise.withResolvers<void>();
    whileStoring.run = () => rendered.promise;
    const complete = upload(ada, 1_800);
    await eventually(async () => stored.length === 1);
    now = UPLOAD_YIELDS_MS;
    expect((await upload(bob, 400)).status).toBe(503);
    rendered.resolve();
    expect((await complete).status).toBe(200);
    expect((await upload(bob, 400)).status).toBe(200);
  });

  it('of one user may wait for a post up to a number; what a post or profile names does not count', async () => {
    const { commands, ada, upload, unsettled } = await rig();
    const folder = pictureFolder(ada);
    const named = { kind: 'image', name: 'named.webp', width: 1, height: 1 } as const;
    commands.uploads.set(`${folder}/named.webp`, { folder, media: named, owner: ada, at: '' });
    await commands.give(userActor(ada), idOf('picture'), 'ChangeProfilePicture', { picture: named });
    const file = (name: string) => ({ folder, name, owner: ada });
    unsettled.push(
      file('named.webp'),
      ...Array.from({ length: UNNAMED_FILES_PER_USER - 1 }, (_, n) => file(`${n}.webp`)),
    );
    expect((await upload(ada, 5)).status).toBe(200);
    expect(unsettled.some(({ name }) => name === 'named.webp')).toBe(false);
    unsettled.push(file('one more.webp'));
    expect(await upload(ada, 5)).toMatchObject({ status: 429, code: 'UPLOADS_UNUSED', retry: false });
  });

  it('that find the queue of pictures full are answered when to retry', async () => {
    const { ada, upload, failures } = await rig();
    failures.push(new MediaBusy(7));
    expect(await upload(ada, 5)).toEqual({ status: 503, code: 'UPLOADS_BUSY', retry: true, after: '7' });
    expect((await upload(ada, 5)).status).toBe(200);
  });

  it.each(['bare', 'form'])('that are cut (%s) are no error of ours, and give their place back', async (shape) => {
    const { ada, open, logged } = await rig();
    const type = shape === 'form' ? 'Content-Type: multipart/form-data; boundary=b\r\n' : '';
    const head = shape === 'form' ? '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n' : '';
    for (let n = 0; n <= UPLOADS_AT_ONCE_PER_USER; n += 1) {
      const socket = await open(
        `PUT /api/uploads/${pictureFolder(ada)} HTTP/1.1\r\nHost: x\r\nX-User: ${ada}\r\n${type}Content-Length: 1000\r\n\r\n${head}x`,
      );
      socket.resetAndDestroy();
      await eventually(async () => logged.length > n);
    }
    expect(new Set(logged.map(({ level, message }) => `${level}: ${message}`))).toEqual(
      new Set(['debug: A connection was cut.']),
    );
  });
});

describe('pictures', () => {
  it('whose request is aborted are no error of ours; one that can not be read is', async () => {
    const asked = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const watch = Router().use((request, _response, next) => {
      request.once('close', () => closed.resolve());
      next();
    });
    let path = import.meta.filename;
    const { url, open, logged } = await serve(
      watch,
      imageRoutes({
        files,
        authenticate,
        readStore: { get: async () => [] },
        media: {
          describe: async (folder, names) =>
            new Map(
              names.map((name) => [name, { folder, owner: 'ada', at: '', media: { name } } as unknown as Upload]),
            ),
          async file() {
            asked.resolve();
            await goOn.promise;
            return servedFile(path);
          },
        },
      }),
    );
    const socket = await open('GET /images/posts/x/a.webp HTTP/1.1\r\nHost: x\r\nX-User: ada\r\n\r\n');
    await asked.promise;
    socket.resetAndDestroy();
    await closed.promise;
    goOn.resolve();
    await eventually(async () => logged.length > 0);
    expect(logged).toEqual([{ level: 'debug', message: 'A connection was cut.' }]);

    path = import.meta.dirname;
    await fetch(`${url}/images/posts/x/a.webp`, { headers: { 'x-user': 'ada' } }).catch(() => undefined);
    expect(logged[1]).toMatchObject({ level: 'error' });
  });
});
