import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyMissing } from '#server/log/subjectKeys.ts';
import { type DispatchRig, dispatchRig } from '../support/dispatchRig.ts';
import { idOf, registerMember, SYSTEM, userActor } from '../support/people.ts';

let rig: DispatchRig;
let ada: string;

beforeEach(async () => {
  rig = dispatchRig();
  ada = await registerMember(rig, 'ada');
});

/** From now on the vault answers this for her key, and nothing is remembered of before. */
function keyIs(answer: Uint8Array | undefined): void {
  const { find } = rig.vault.keys;
  const changed: typeof find = async (subjects) => {
    const found = new Map(await find(subjects));
    found.delete(ada);
    if (answer !== undefined) found.set(ada, answer);
    return found;
  };
  Object.assign(rig.vault.keys, { find: changed });
  rig.log.forget(null);
  rig.dispatcher.forgetStates();
}

const changeBio = () => rig.give(userActor(ada), idOf('bio'), 'ChangeBio', { bio: 'Hello.' });
const erase = () => rig.give(SYSTEM, idOf('erase'), 'EraseUser', { userId: ada });
const lastType = async () => (await rig.store.readStream(`user-${ada}`)).at(-1)?.type;

describe('erasing a person whose personal data cannot be opened', () => {
  it('[P10] is possible when the key is missing, and takes effect once', async () => {
    keyIs(undefined);
    await expect(changeBio()).rejects.toThrow(KeyMissing);
    const erased = await erase();
    expect(erased).toMatchObject({
      ok: true,
      events: [{ type: 'SubjectErased', data: { userId: ada, campus: 'ou' } }],
    });
    expect(await lastType()).toBe('SubjectErased');
    expect(await erase()).toEqual(erased);
    const again = await rig.give(SYSTEM, idOf('erase again'), 'EraseUser', { userId: ada });
    expect(again).toMatchObject({ ok: true, position: null });
  });

  it('[P10] is possible when the key is another one', async () => {
    keyIs(new Uint8Array(32));
    await expect(changeBio()).rejects.toThrow('sealed with another key');
    expect(await erase()).toMatchObject({ ok: true });
    expect(await lastType()).toBe('SubjectErased');
  });
});
