import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '#server/observability/logging.ts';
import { METRICS, METRICS_TOKEN } from '../../support/metricsToken.ts';
import { picture } from '../../support/pictures.ts';
import { eventually, type Student, signUpMember, write } from '../../support/student.ts';
import { type TestServer, testServer } from '../../support/testServer.ts';

/** Stages of an event where one process has all roles. */
const ALONE = ['on_disk', 'projected', 'sent'] as const;

describe('/metrics', () => {
  const lines: string[] = [];
  let server: TestServer;
  let student: Student;
  beforeAll(async () => {
    server = await testServer({}, { logger: createLogger('info', { stream: { write: (line) => lines.push(line) } }) });
    student = await signUpMember(server, 'watched', await picture(64, 64));
    await write(student, 'A desk');
  });
  afterAll(async () => {
    await server.end();
  });

  const read = async (headers: Record<string, string> = METRICS.headers) =>
    server.browser().ask('GET', '/metrics', { headers });
  const sampleOf = (text: string, name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    );

  it('count appends, commands, projector, hub and event loop', async () => {
    const { text, headers } = await read();
    expect(headers['content-type']).toContain('text/plain');
    expect(sampleOf(text, 'quad_append_seconds_count{outcome="appended"}')).toBeGreaterThan(3);
    for (const call of ['append', 'read_stream', 'head']) {
      expect(sampleOf(text, `quad_event_store_calls_total{call="${call}"}`)).toBeGreaterThan(3);
    }
    expect(sampleOf(text, 'quad_append_group_size_count')).toBeGreaterThan(3);
    expect(sampleOf(text, 'quad_commands_total{channel="http",outcome="accepted"}')).toBe(4);
    expect(sampleOf(text, 'quad_mails_total{outcome="accepted"}')).toBeGreaterThan(0);
    expect(sampleOf(text, 'quad_projected_age_seconds_count')).toBeGreaterThan(3);
    expect(sampleOf(text, 'quad_projector_batch_rows_count')).toBeGreaterThan(3);
    expect(sampleOf(text, 'quad_role{role="hub"}')).toBe(1);
    expect(sampleOf(text, 'quad_sockets')).toBe(0);
    expect(sampleOf(text, 'quad_memory_resident_bytes')).toBeGreaterThan(1e6);
    expect(text).toContain('quad_event_loop_delay_seconds{quantile="0.99"}');
  });

  it('follows events from acceptance to sending', async () => {
    const { text } = await eventually(async () => {
      const answer = await read();
      const [onDisk, projected, sent] = ALONE.map((stage) =>
        sampleOf(answer.text, `quad_stage_seconds_count{stage="${stage}"}`),
      );
      return onDisk !== undefined && onDisk >= 4 && onDisk === projected && projected === sent && answer;
    });
    expect(sampleOf(text, 'quad_projector_lag_events')).toBe(0);
    expect(sampleOf(text, 'quad_feed_tail_events')).toBe(0);
  });

  it('counts what was refused by code; whatever was sent as a command makes no label', async () => {
    await student.give('CreatePost', { text: [], media: [], category: 'all' });
    await student.ask('POST', '/api/commands', { body: { id: 'x'.repeat(50), type: 'Hostile\nLabel' } });
    const { text } = await read();
    expect(sampleOf(text, 'quad_rejections_total{code="COMMAND_INVALID"}')).toBe(2);
    expect(text).not.toContain('Hostile');
  });

  it('[P9] holds no ids and nothing personal', async () => {
    const { text } = await read();
    expect(text).not.toContain(student.userId);
    expect(text).not.toContain('ou.edu');
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('is for those who send the token, and for nobody on this machine without it', async () => {
    const refused: readonly Record<string, string>[] = [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Basic ${METRICS_TOKEN}` },
    ];
    for (const headers of refused) {
      const { status, text, headers: answered } = await server.browser().ask('GET', '/metrics', { headers });
      expect([status, answered['www-authenticate'], text.includes('quad_')]).toEqual([401, 'Bearer', false]);
    }
    expect((await read({ ...METRICS.headers, 'x-forwarded-for': '203.0.113.9' })).text).toContain('quad_sockets 0');
    const without = await testServer({ metricsToken: null });
    try {
      for (const headers of [...refused, METRICS.headers, { authorization: 'Bearer null' }]) {
        const { status, text } = await without.browser().ask('GET', '/metrics', { headers });
        expect([status, text.includes('quad_')]).toEqual([404, false]);
      }
    } finally {
      await without.end();
    }
  });

  it('has a line in the log for each command, by the ids of request and command', async () => {
    const id = randomUUID();
    await student.give('ChangeBio', { bio: 'Secret words of mine' }, id);
    const line = lines.find((each) => each.includes(id)) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ command: id, channel: 'http', position: expect.any(String) });
    expect(lines.filter((each) => each.includes(JSON.parse(line).request))).toHaveLength(2);
    expect(lines.join()).not.toContain('Secret words');
  });
});
