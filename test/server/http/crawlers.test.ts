import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callControl } from '#server/roles/control.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;

beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(80, 60));
});
afterAll(async () => {
  await server.end();
});

const read = async (path: string, host = 'ou.localhost') => (await server.browser(host).ask('GET', path)).text;

describe('what search engines read', () => {
  it('[P8] are the posts of an open campus, by its own address, and nothing of a private one', async () => {
    const site = `http://ou.localhost:${server.port}`;
    const post = await write(ada, 'A lamp to be found');
    const robots = await read('/robots.txt');
    expect(robots.split('\n')[0]).toBe('User-agent: *');
    expect(robots).toContain(`Sitemap: ${site}/sitemap.xml\n`);
    expect(robots).toContain('Disallow: /api/\n');
    expect(robots).not.toContain('Disallow: /\n');

    const listed = `<url><loc>${site}/post/${post}</loc><lastmod>20`;
    await eventually(async () => (await read(`/post/${post}`)).includes('A lamp to be found'));
    expect(await read('/sitemap.xml', 'evil.example')).toContain(listed);
    expect(await read('/sitemap.xml', 'ut.localhost')).not.toContain(post);

    const control = await controlOf(server.dataDir);
    await callControl(control, 'privacy', { campus: 'ou', privacy: 'private' });
    await eventually(async () => (await read('/robots.txt')) === 'User-agent: *\nDisallow: /\n');
    expect(await read('/sitemap.xml')).not.toContain('<url>');
  });
});
