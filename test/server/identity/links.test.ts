import { describe, expect, it } from '@jest/globals';
import { LINK_VALID_MINUTES } from '#domain/user/limits.ts';
import { identityRig } from '../support/identityRig.ts';

const ADA = { purpose: 'sign-in', email: 'ada@ou.edu' } as const;
const MINUTE_MS = 60_000;

async function rigWithLink() {
  const rig = identityRig();
  return { rig, token: await rig.links.draw({ ...ADA, campus: 'ou' }) };
}

describe('links in mails', () => {
  it('[AUTH-27] let one of a hundred callers in, and nobody afterwards', async () => {
    const { rig, token } = await rigWithLink();
    const callers = Array.from({ length: 100 }, (_, n) => rig.links.use(token, ADA, `caller ${n}`));
    expect((await Promise.all(callers)).filter((link) => link !== null)).toHaveLength(1);
    expect(await rig.links.use(token, ADA, 'late')).toBeNull();
  });

  it('let the same caller use one again, so that a retry is answered', async () => {
    const { rig, token } = await rigWithLink();
    const first = await rig.links.use(token, ADA, 'reset');
    expect(first).toMatchObject({ mailedAt: rig.clock.now().toISOString() });
    expect(await rig.links.use(token, ADA, 'reset')).toEqual(first);
  });

  it('are of their address, in any case, and of their purpose', async () => {
    const { rig, token } = await rigWithLink();
    expect(await rig.links.use(token, { ...ADA, email: 'eve@ou.edu' }, 'eve')).toBeNull();
    expect(await rig.links.use(token, { ...ADA, purpose: 'reset-password' }, 'eve')).toBeNull();
    expect(await rig.links.use(token, { ...ADA, email: ' ADA@ou.edu' }, 'ada')).not.toBeNull();
  });

  it('are worth nothing when changed, cut, mixed or made up', async () => {
    const { rig, token } = await rigWithLink();
    const [id = '', word = ''] = token.split('.');
    const [otherId = '', otherWord = ''] = (await rig.links.draw({ ...ADA, campus: 'ou' })).split('.');
    const last = word.endsWith('A') ? 'B' : 'A';
    const forged = [`${id}.${otherWord}`, `${otherId}.${word}`, `${id}.${word.slice(0, -1)}${last}`];
    for (const wrong of [...forged, `${id}.${word}x`, `${id}.`, word, `.${word}`, '', '%', `${id}.${'A'.repeat(43)}`]) {
      expect({ wrong, link: await rig.links.use(wrong, ADA, 'eve') }).toEqual({ wrong, link: null });
    }
    expect(await rig.links.use(token, ADA, 'ada')).not.toBeNull();
  });

  it('end after an hour, and when they are withdrawn', async () => {
    const { rig, token } = await rigWithLink();
    rig.clock.advance(LINK_VALID_MINUTES * MINUTE_MS);
    expect(await rig.links.use(token, ADA, 'in time')).not.toBeNull();
    const late = await rigWithLink();
    late.rig.clock.advance(LINK_VALID_MINUTES * MINUTE_MS + 1);
    expect(await late.rig.links.use(late.token, ADA, 'late')).toBeNull();
    const withdrawn = await rigWithLink();
    await withdrawn.rig.links.withdraw(ADA);
    expect(await withdrawn.rig.links.use(withdrawn.token, ADA, 'ada')).toBeNull();
  });

  it('[P9] leave neither their secret nor their address in the vault', async () => {
    const rig = identityRig();
    const kept: string[] = [];
    const { add } = rig.vault.codes;
    rig.vault.codes.add = (record) => {
      kept.push(JSON.stringify(record));
      return add(record);
    };
    const token = await rig.links.draw({ ...ADA, campus: 'ou' });
    expect(kept).toHaveLength(1);
    expect(kept[0]).not.toContain(token.split('.')[1]);
    expect(kept[0]).not.toMatch(/@|ada\.|%40/i);
  });
});
