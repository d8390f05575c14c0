import { describe, expect, it } from '@jest/globals';
import { createDirectSender } from '#web/session/directCommand.ts';
import { noAnswer, refusedFrom } from '#web/sync/transport/http.ts';

const refusal = (code: string, status: number) =>
  refusedFrom({ error: { code, text: 'No.', data: {}, retry: true } }, status);

/** A form whose server answers so, one press after the other; and the ids that it has got. */
function form(...answers: readonly (Error | null)[]) {
  const ids: string[] = [];
  const left = [...answers];
  const send = createDirectSender(async ({ id }) => {
    ids.push(id);
    const answer = left.shift() ?? null;
    if (answer !== null) throw answer;
    return { ok: true, position: '1' };
  });
  const press = (username: string) => send('ann', 'ChangeUsername', { username }).catch(() => null);
  return { ids, press };
}

describe('commands of a form', () => {
  it.each([
    ['is refused for now', refusal('CODE_TOO_SOON', 429)],
    ['is refused for what others have', refusal('USERNAME_TAKEN', 409)],
  ])(
    '[P2] one that %s is a new command when it is sent again: the server would repeat its answer',
    async (_, error) => {
      const { ids, press } = form(error);
      await press('kai');
      await press('kai');
      expect(new Set(ids).size).toBe(2);
    },
  );

  it.each([
    ['got no answer', noAnswer()],
    ['met a server that cannot say', refusal('UNAVAILABLE', 503)],
    ['met a fault', new Error('a fault')],
  ])('[P2] one that %s keeps its id while its content is the same: it takes effect once', async (_, error) => {
    const { ids, press } = form(error, error, null);
    for (const name of ['kai', 'kai', 'kai', 'kai']) await press(name);
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 0, 3]);
  });

  it('[P2] one that is pressed again while it is under way keeps its id; afterwards it is a new one', async () => {
    const { ids, press } = form();
    await Promise.all([press('kai'), press('kai')]);
    await press('kai');
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2]);
  });

  it('[P2] other content is another command', async () => {
    const { ids, press } = form(noAnswer());
    await press('kai');
    await press('mai');
    expect(new Set(ids).size).toBe(2);
  });
});
