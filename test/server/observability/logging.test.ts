import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createLogger, type Origin } from '#server/observability/logging.ts';
import { picture } from '../support/pictures.ts';
import { mailedCode, PASSWORD, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

function collecting(level: 'debug' | 'warn', origin?: Origin) {
  const lines: string[] = [];
  return {
    lines,
    logger: createLogger(level, { stream: { write: (line) => lines.push(line) }, ...(origin && { origin }) }),
  };
}

describe('log lines', () => {
  it('are JSON with a time', () => {
    const { lines, logger } = collecting('warn');
    logger.info({ n: 1 }, 'not said');
    logger.warn({ n: 2 }, 'said');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 40, at: expect.stringMatching(/^\d{4}-/), n: 2, msg: 'said' },
    ]);
  });

  it('name the roles and the process that they come from', () => {
    const origin = { role: 'api,hub', process: 'machine:7' };
    const { lines, logger } = collecting('warn', origin);
    logger.warn({}, 'said');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject(origin);
  });

  it('tell of a cause its kind only: libraries quote what they were given', () => {
    const { lines, logger } = collecting('warn');
    const cause = Object.assign(new Error('550 no such user ada@ou.edu'), { code: 'EENVELOPE' });
    logger.warn({ err: new Unavailable('The mail server did not take the mail.', { cause }) }, 'x');
    expect(lines[0]).toContain('"cause":"Error EENVELOPE"');
    expect(lines[0]).not.toContain('ada@ou.edu');
  });
});

describe('the log of a server', () => {
  const { lines, logger } = collecting('debug');
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({}, { logger });
  });
  afterAll(async () => {
    await server.end();
  });

  it('[P9] holds no name, address, text, password, code, cookie or key', async () => {
    const profile = { name: 'Zanzibara Quuxington', bio: 'bio-canary-1' };
    const student = await signUpMember(server, 'canary.bird', await picture(8, 6), profile);
    const code = await mailedCode(student, student.email);
    await write(student, 'post-canary-2');
    await student.ask('GET', '/api/people/by-username/zanzibaraquuxington');
    await student.ask('GET', '/zanzibaraquuxington?email=canary.bird@ou.edu');
    await student.ask('POST', '/api/session', { body: { email: student.email, password: 'wrong-canary-3' } });
    const said = lines.join('\n').toLowerCase();
    expect(said).toContain('/api/people/by-username/:username');
    const secrets = [...student.cookies.values(), PASSWORD, `"${code}"`, `${code} is`];
    for (const word of ['zanzibara', 'quuxington', 'canary', ...secrets]) {
      expect([word, said.includes(word.toLowerCase())]).toEqual([word, false]);
    }
  });
});
