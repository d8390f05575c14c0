import { describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { STREAM_MAX_EVENTS, STREAM_RESERVED_EVENTS } from '#domain/kernel/limits.ts';
import { type DispatchRig, dispatchRig } from '../support/dispatchRig.ts';
import { idOf, registerMember, SYSTEM, userActor } from '../support/people.ts';

/** Events of one append. */
const AT_ONCE = 100;

/** A member whose stream gets that many more events of a kind, past the dispatcher. */
async function memberWith(count: number, type: 'Fenced' | 'EmailConfirmed') {
  const rig = dispatchRig();
  const ada = await registerMember(rig, 'ada');
  const stream = `user-${ada}`;
  const before = await rig.store.readStream(stream);
  const [{ meta } = { meta: null }] = before;
  if (meta === null) throw new Error('Nobody was registered.');
  for (let n = 0; n < count; n += AT_ONCE) {
    const events = Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, index) => {
      const id = newId(ada, 1 + n + index);
      const data = type === 'Fenced' ? { commandId: id } : { userId: ada, codeId: id };
      return { id, type, version: 1, data, meta: { ...meta, commandId: id } };
    });
    await rig.store.append(stream, before.length + n - 1, events);
  }
  return { rig, ada };
}

const changeBio = ({ rig, ada }: { rig: DispatchRig; ada: string }) =>
  rig.give(userActor(ada), idOf('bio'), 'ChangeBio', { bio: 'Hello.' });
const erase = ({ rig, ada }: { rig: DispatchRig; ada: string }) =>
  rig.give(SYSTEM, idOf('erase'), 'EraseUser', { userId: ada });

describe('a full stream', () => {
  it('is not full of the fences of others: what a person did counts, and nothing else', async () => {
    const fenced = await memberWith(2 * STREAM_MAX_EVENTS, 'Fenced');
    expect(await changeBio(fenced)).toMatchObject({ ok: true });
    expect(await erase(fenced)).toMatchObject({ ok: true });
  });

  it.each([
    ['down to the reserve', STREAM_MAX_EVENTS - STREAM_RESERVED_EVENTS],
    ['to the last place and beyond', STREAM_MAX_EVENTS],
  ])('[P10] never keeps a person from being erased: full %s', async (_how, events) => {
    const full = await memberWith(events, 'EmailConfirmed');
    expect(await changeBio(full)).toMatchObject({ ok: false, rejection: { code: 'STREAM_FULL' } });
    expect(await erase(full)).toMatchObject({ ok: true });
    expect((await full.rig.log.readStream(`user-${full.ada}`)).at(-1)?.type).toBe('SubjectErased');
  });
});
