import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findCampus } from '#domain/campus/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { fileStore, SANDBOX_FILE } from '#server/engines/payments/sandboxStore.ts';
import { callControl } from '#server/roles/control.ts';
import { controlOf } from './support/control.ts';
import { picture } from './support/pictures.ts';
import { eventually, mailedCode, type Student, signUp, signUpMember, write } from './support/student.ts';
import { type TestServer, testServer } from './support/testServer.ts';

/** The records of the specification that are no documents, as a server keeps them or gives them to others. */

let server: TestServer;
let owner: Student;
beforeAll(async () => {
  server = await testServer();
  owner = await signUpMember(server, 'owner', await picture(40, 30));
});
afterAll(() => server.end());

/** The newest request for a session that the provider got, as it was sent. */
function sessionAsked() {
  const { kept } = fileStore(join(server.dataDir, SANDBOX_FILE));
  const newest = kept.findLast(({ kind }) => kind === 'key')?.value as { readonly asked: string } | undefined;
  return JSON.parse(newest?.asked ?? '');
}

/** The campus's documents, once its privacy is this. */
async function campusAfter(privacy: 'private' | 'public') {
  await callControl(await controlOf(server.dataDir), 'privacy', { campus: 'ou', privacy });
  return eventually(async () => {
    const { json } = await owner.ask('GET', `/api/topics/${topicName.community('ou')}`);
    const documents: readonly { readonly privacy: string }[] = json.documents.map((each: { doc: unknown }) => each.doc);
    return documents[0]?.privacy === privacy ? documents : null;
  });
}

function codesOf(userId: string) {
  const vault = new DatabaseSync(join(server.dataDir, 'vault.db'), { readOnly: true });
  try {
    return vault.prepare('SELECT * FROM codes WHERE user_id = ?').all(userId);
  } finally {
    vault.close();
  }
}

it('[DATA-09] [BOOST-10 in part] campus, verification record, mail request and checkout session have the fields of the specification', async () => {
  expect(findCampus('ou')).toMatchObject({
    ...{ id: 'ou', name: 'OU', emailDomains: expect.arrayContaining(['ou.edu']), url: 'https://ou.quad.example' },
    ...{ mark: expect.any(String), location: { city: 'Norman', state: 'Oklahoma', country: 'United States' } },
  });
  // Private or not: an event says so, and none that it is open.
  const [changed] = await campusAfter('private');
  expect(changed).toEqual({ id: 'ou', privacy: 'private' });
  await campusAfter('public');

  const newcomer = await signUp(server, 'newcomer');
  const code = await mailedCode(newcomer, newcomer.email);
  expect(code).toMatch(/^\d{4}$/);
  // The code itself is kept by nobody (D06).
  const [record] = codesOf(newcomer.userId);
  expect(record).toMatchObject({ user_id: newcomer.userId, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
  expect(Object.values(record ?? {})).not.toContain(code);
  const { mails } = (await newcomer.ask('GET', '/dev/mail', { headers: { accept: 'application/json' } })).json;
  expect(mails.find(({ to }: { to: string }) => to === newcomer.email)).toMatchObject({
    ...{ to: newcomer.email, subject: expect.stringContaining(code), html: expect.stringContaining(code) },
    at: expect.any(String),
  });

  const postId = await write(owner, 'A desk of oak.');
  const form = { title: 'A desk', goal: 'website', website: 'example.com', label: 'Shop Now', days: 4 };
  expect(await owner.give('StartCheckout', { ...form, postId }, randomUUID())).toMatchObject({ ok: true });
  await eventually(async () => (await owner.ask('POST', '/api/checkouts', { body: { postId } })).status === 200);
  const asked = sessionAsked();
  expect(asked.mode).toBe('payment');
  expect(asked.line_items).toHaveLength(1);
  expect(asked.line_items[0]).toMatchObject({
    quantity: '1',
    price_data: {
      ...{ currency: 'usd', unit_amount: '2000' },
      product_data: { name: 'Boost Post', description: expect.stringMatching(/./) },
    },
  });
  for (const [address, page] of [
    [asked.success_url, 'success'],
    [asked.cancel_url, 'cancel'],
  ]) {
    expect(address).toMatch(new RegExp(`/post/${postId}/boost/${page}\\?session_id=\\{CHECKOUT_SESSION_ID\\}$`));
  }
});
