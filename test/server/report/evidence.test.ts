import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '#domain/kernel/actor.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { EVIDENCE_FILES_KEPT_DAYS } from '#domain/report/limits.ts';
import { START } from '#projections/engine/eventLog.ts';
import { orderValue } from '#projections/kernel/documentSet.ts';
import { collections } from '#projections/registry.ts';
import { ORPHAN_MS } from '#server/kernel/sweeper.ts';
import { typedEvent } from '#server/log/typedEvent.ts';
import { files as filesOfNouns } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { createCascadeReactor } from '#server/post/cascade.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { createEvidenceReactor } from '#server/report/release.ts';
import { callControl } from '#server/roles/control.ts';
import { createSweeps } from '#server/roles/worker.ts';
import { trustedTime } from '#test/doubles/trustedTime.ts';
import { foldAll } from '#test/projections/support/folded.ts';
import { controlOf } from '../support/control.ts';
import { dispatchRig } from '../support/dispatchRig.ts';
import { idOf, registerMember, userActor } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { eventually, PASSWORD, postIdOf, type Student, signUpMember, write, written } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const DAY_MS = 24 * 3_600_000;

describe('photos of what was reported', () => {
  let server: TestServer;
  let owner: Student;
  let reporter: Student;
  let moderator: Student;
  beforeAll(async () => {
    server = await testServer();
    const face = await picture(40, 40);
    moderator = await signUpMember(server, 'mo', face);
    owner = await signUpMember(server, 'ada', face);
    reporter = await signUpMember(server, 'bob', face);
    await callControl(await controlOf(server.dataDir), 'moderator', { email: moderator.email, remove: false });
  });
  afterAll(() => server.end());

  /** A post with two photos: its id, what its events name, and the addresses. */
  async function posted() {
    const id = randomUUID();
    const postId = postIdOf(owner, id);
    const put = async (size: number) =>
      (await owner.ask('PUT', `/api/uploads/posts/${postId}`, { raw: await picture(size, 60) })).json.media;
    const media = [await put(500), await put(400)];
    await write(owner, 'A lamp.', { media }, id);
    const [first = '', second = ''] = media.map(({ name }) => `/images/posts/${postId}/${name}`);
    await eventually(async () => (await server.browser().ask('GET', first)).status === 200);
    return { postId, media, first, second };
  }
  const statusOf = async (who: Pick<Student, 'ask'>, path: string) => (await who.ask('GET', path)).status;
  /** The answers that moderator, owner, reporter and a visitor get. */
  const seenBy = (path: string) =>
    Promise.all([moderator, owner, reporter, server.browser()].map((who) => statusOf(who, path)));

  it('are kept for moderators alone when a profile gets another picture, until the person is erased', async () => {
    const liar = await signUpMember(server, 'liar', await picture(41, 40));
    const wear = async (side: number) => {
      const raw = await picture(side, 40);
      const { media } = (await liar.ask('PUT', `/api/uploads/profilePics/${liar.userId}`, { raw })).json;
      expect(await liar.give('ChangeProfilePicture', { picture: media })).toMatchObject({ ok: true });
      const path = `/images/profilePics/${liar.userId}/${media.name}`;
      await eventually(async () => (await server.browser().ask('GET', path)).status === 200);
      return { path, name: media.name };
    };
    const reported = await wear(42);
    await reporter.give('ReportPerson', { userId: liar.userId, reason: 'harassment', text: '' });
    expect(await seenBy(reported.path)).toEqual([200, 200, 200, 200]);
    const next = await wear(43);
    // The cascade, which takes one event after the other, is done with the change before once it is with this one.
    await wear(44);
    await eventually(async () => (await statusOf(liar, next.path)) === 404);
    expect(await seenBy(next.path)).toEqual([404, 404, 404, 404]);
    expect(await seenBy(reported.path)).toEqual([200, 404, 404, 404]);
    expect(await statusOf(liar, reported.path)).toBe(404);
    const { json } = await moderator.ask('GET', '/api/topics/cases:open');
    expect(JSON.stringify(json)).toContain(reported.name);

    // The days of grace change nothing; the erasure takes all.
    const leaving = { id: randomUUID(), password: PASSWORD };
    expect((await liar.ask('POST', '/api/account/deletion', { body: leaving })).status).toBe(200);
    expect(await seenBy(reported.path)).toEqual([200, 404, 404, 404]);
    await callControl(await controlOf(server.dataDir), 'erase', { userId: liar.userId });
    expect(await seenBy(reported.path)).toEqual([404, 404, 404, 404]);
  });

  it('are kept for moderators alone when the post is edited and deleted, also over a restart', async () => {
    const { postId, media, first, second } = await posted();
    await reporter.give('ReportPost', { postId, reason: 'scam', text: '' });
    await owner.give('EditPost', { postId, text: written('Another lamp.'), media: [media[0]] });
    await eventually(async () => (await statusOf(owner, second)) === 404);
    expect(await seenBy(second)).toEqual([200, 404, 404, 404]);
    expect(await seenBy(first)).toEqual([200, 200, 200, 200]);
    const { json } = await moderator.ask('GET', '/api/topics/cases:open');
    expect(JSON.stringify(json)).toContain(media[1].name);

    await owner.give('DeletePost', { postId });
    await eventually(async () => (await statusOf(reporter, first)) === 404);
    // A later event of the cascade, whose reactor takes one after the other: it is done with the deletion.
    const next = await posted();
    await owner.give('DeletePost', { postId: next.postId });
    await eventually(async () => (await statusOf(moderator, next.first)) === 404);
    expect(await seenBy(first)).toEqual([200, 404, 404, 404]);
    expect((await moderator.ask('GET', `${second}?w=320`)).headers['cache-control']).toBe('private, no-store');

    await server.close();
    const { dataDir } = server;
    server = await testServer({ dataDir });
    const login = { email: moderator.email, password: PASSWORD };
    const again = server.browser();
    expect((await again.ask('POST', '/api/session', { body: login })).status).toBe(200);
    expect([await statusOf(again, first), await statusOf(server.browser(), first)]).toEqual([200, 404]);
  });
});

/** A member's reported post, with the reactors and sweeps that its files pass, on a clock of the test's. */
async function rigWithReport() {
  const rig = dispatchRig();
  const [ada, bob] = [await registerMember(rig, 'ada'), await registerMember(rig, 'bob')];
  const [owner, reporter] = [userActor(ada), userActor(bob)];
  const put = (folder: string, name: string) => {
    const media = { kind: 'image', name, width: 4, height: 3 } as const;
    rig.uploads.set(`${folder}/${name}`, { folder, media, owner: ada, at: rig.clock.now().toISOString() });
    return media;
  };
  const putVideo = (folder: string, name: string, poster: { readonly name: string }) => {
    const media = { kind: 'video', name, width: 4, height: 3, seconds: 2, poster: null } as const;
    rig.uploads.set(`${folder}/${name}`, { folder, media, owner: ada, at: rig.clock.now().toISOString() });
    return { ...media, poster: poster.name };
  };
  const system: Actor = { kind: 'system', name: 'reactor:test' };
  const give = async (actor: Actor, word: string, type: string, data: unknown) =>
    expect([type, await rig.give(actor, idOf(word), type, data)]).toEqual([
      type,
      expect.objectContaining({ ok: true }),
    ]);
  await give(owner, 'face', 'ChangeProfilePicture', { picture: put(`profilePics/${ada}`, 'face.webp') });
  await give(owner, 'bio', 'ChangeBio', { bio: 'Hello.' });
  const postId = newId(effectiveCommandId(ada, idOf('post')), 0);
  const folder = `posts/${postId}`;
  const files = ['a.webp', 'b.webp'].map((name) => put(folder, name));
  await give(owner, 'post', 'CreatePost', { text: written('A lamp.'), media: files, category: 'all' });
  const report = (word: string) => give(reporter, word, 'ReportPost', { postId, reason: 'scam', text: '' });
  const reportPerson = (word: string) =>
    give(reporter, word, 'ReportPerson', { userId: ada, reason: 'scam', text: '' });
  const close = (word: string, caseId = postId) =>
    give(system, word, 'SettleCase', { caseId, by: ada, outcome: 'removed' });
  const profile = `profilePics/${ada}`;
  const wear = (word: string) => give(owner, word, 'ChangeProfilePicture', { picture: put(profile, `${word}.webp`) });

  const media = {
    async remove(from: string, names?: readonly string[]) {
      for (const key of [...rig.uploads.keys()].filter((each) => each.startsWith(`${from}/`))) {
        if (names?.includes(key.slice(from.length + 1)) !== false) rig.uploads.delete(key);
      }
    },
  } as never;
  const readStore = {
    get: async () => [],
    async query(collection: string, query: string, values: readonly string[], { below }: { below: string | null }) {
      const found = foldAll(await rig.log.readAll(START, 1_000)).query(collection, query, values);
      const order = collections.get(collection)?.queries[query]?.order ?? '';
      return found.filter((each) => below === null || orderValue(each, order) < below);
    },
  };
  const parts = { ...rig, media, readStore, clock: rig.clock.now, logger: silentLogger } as const;
  const reactors = [
    createCascadeReactor({
      ...{ ...parts, files: filesOfNouns, dependents: [], pause: async () => undefined },
      projector: { waitFor: async () => undefined },
    }),
    createEvidenceReactor(parts),
  ];
  let position = START;
  const react = async () => {
    for (const event of await rig.log.readAll(position, 1_000)) {
      for (const reactor of reactors) await handOver(reactor, typedEvent(event));
      position = event.position;
    }
  };
  const sweeper = createSweeps({
    ...parts,
    media: rig.media,
    time: trustedTime(rig.clock.now),
    payments: null,
    timer: { now: () => 0, after: () => () => undefined },
  });
  /** Names of the files that are there in a folder, by default that of the post. */
  const there = (of = folder) =>
    [...rig.uploads.keys()].filter((key) => key.startsWith(of)).map((key) => key.slice(of.length + 1));
  /** The hour of the sweeps comes, some days later. */
  const sweepAfter = async (ms: number) => {
    rig.clock.advance(ms);
    await sweeper.sweep();
    await react();
  };
  const edit = (word: string, media: readonly unknown[]) =>
    give(owner, word, 'EditPost', { postId, text: written(word), media });
  const remove = () => give(owner, 'delete', 'DeletePost', { postId });
  const acts = { put, putVideo, folder, files, report, close, edit, remove, react, there, sweepAfter };
  return { ...rig, ...acts, ada, profile, wear, reportPerson };
}

describe('files of evidence', () => {
  it(`are deleted ${EVIDENCE_FILES_KEPT_DAYS} days after the decision, and not before: no sweep takes them`, async () => {
    const rig = await rigWithReport();
    await rig.report('report');
    // A file that came after the report is no evidence.
    await rig.edit('edit', [rig.files[0], rig.put(rig.folder, 'c.webp')]);
    await rig.react();
    expect(rig.there()).toEqual(['a.webp', 'b.webp', 'c.webp']);
    await rig.remove();
    await rig.react();
    expect(rig.there()).toEqual(['a.webp', 'b.webp']);
    await rig.sweepAfter(ORPHAN_MS + 1);
    await rig.sweepAfter(EVIDENCE_FILES_KEPT_DAYS * DAY_MS);
    expect(rig.there()).toEqual(['a.webp', 'b.webp']);
    await rig.close('close');
    await rig.sweepAfter(EVIDENCE_FILES_KEPT_DAYS * DAY_MS - 1);
    expect(rig.there()).toEqual(['a.webp', 'b.webp']);
    await rig.sweepAfter(2);
    expect(rig.there()).toEqual([]);
  });

  it('stay with a post that still names them, and go with it later', async () => {
    const rig = await rigWithReport();
    await rig.report('report');
    await rig.edit('edit', [rig.files[1]]);
    await rig.close('close');
    await rig.sweepAfter(EVIDENCE_FILES_KEPT_DAYS * DAY_MS + 1);
    expect(rig.there()).toEqual(['b.webp']);
    await rig.remove();
    await rig.react();
    expect(rig.there()).toEqual([]);
  });

  it('stay with a post whose video still names them, its poster too', async () => {
    const rig = await rigWithReport();
    await rig.edit('film', [rig.putVideo(rig.folder, 'film.mp4', rig.put(rig.folder, 'poster.webp'))]);
    await rig.react();
    await rig.report('report');
    await rig.close('close');
    await rig.sweepAfter(EVIDENCE_FILES_KEPT_DAYS * DAY_MS + 1);
    expect(rig.there()).toEqual(['poster.webp', 'film.mp4']);
  });

  it('are kept on when the case is opened again', async () => {
    const rig = await rigWithReport();
    await rig.report('report');
    await rig.close('close');
    rig.clock.advance(EVIDENCE_FILES_KEPT_DAYS * DAY_MS - 1);
    await rig.report('report again');
    await rig.remove();
    await rig.sweepAfter(EVIDENCE_FILES_KEPT_DAYS * DAY_MS);
    expect(rig.there()).toEqual(['a.webp', 'b.webp']);
    await rig.close('close again');
    await rig.sweepAfter(EVIDENCE_FILES_KEPT_DAYS * DAY_MS + 1);
    expect(rig.there()).toEqual([]);
  });

  it('of a person are pictures: kept as long, whatever the person shows by then', async () => {
    const rig = await rigWithReport();
    await rig.reportPerson('report');
    await rig.wear('second');
    await rig.wear('third');
    await rig.react();
    expect(rig.there(rig.profile)).toEqual(['face.webp', 'third.webp']);
    await rig.sweepAfter(ORPHAN_MS + 1);
    await rig.sweepAfter(EVIDENCE_FILES_KEPT_DAYS * DAY_MS);
    expect(rig.there(rig.profile)).toEqual(['face.webp', 'third.webp']);
    await rig.close('close', rig.ada);
    await rig.sweepAfter(EVIDENCE_FILES_KEPT_DAYS * DAY_MS - 1);
    expect(rig.there(rig.profile)).toEqual(['face.webp', 'third.webp']);
    await rig.sweepAfter(2);
    expect(rig.there(rig.profile)).toEqual(['third.webp']);
  });

  it('of a person stay with a profile that still shows them, and go with the next picture', async () => {
    const rig = await rigWithReport();
    await rig.reportPerson('report');
    await rig.close('close', rig.ada);
    await rig.sweepAfter(EVIDENCE_FILES_KEPT_DAYS * DAY_MS + 1);
    expect(rig.there(rig.profile)).toEqual(['face.webp']);
    await rig.wear('second');
    await rig.react();
    expect(rig.there(rig.profile)).toEqual(['second.webp']);
  });
});
