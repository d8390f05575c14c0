import { describe, expect, it } from '@jest/globals';
import { effectiveCommandId, eventId, followingId, idSchema, newId } from '#domain/kernel/ids.ts';

const clientId = '0b4d4b8e-6c5a-4c7e-9a63-3f3f8f1f2a10';

describe('ids', () => {
  it('[DATA-14] derives the same ids from the same command, so a retry makes nothing twice', () => {
    const command = effectiveCommandId('ada', clientId);
    expect(effectiveCommandId('ada', clientId)).toBe(command);
    expect(newId(command, 0)).toBe(newId(command, 0));
    expect(eventId(command, 0)).not.toBe(eventId(command, 1));
    expect(newId(command, 0)).not.toBe(eventId(command, 0));
  });

  it('has one form of an id: one in capitals is the same, so nothing is made twice under two', () => {
    expect(idSchema.parse(clientId.toUpperCase())).toBe(clientId);
    expect(idSchema.safeParse(`${clientId.toUpperCase()} `).success).toBe(false);
  });

  it('binds a command id to its sender', () => {
    expect(effectiveCommandId('ada', clientId)).not.toBe(effectiveCommandId('bob', clientId));
  });

  it('begins what a command makes with the time of its id, so that new things lie side by side in every index', () => {
    const ofNow = '019aa5c0-1d2e-7c7e-9a63-3f3f8f1f2a10';
    const command = effectiveCommandId('ada', ofNow.toUpperCase());
    const made = [command, newId(command, 0), eventId(command, 0), followingId(eventId(command, 0), 'mail')];
    for (const id of made) {
      expect(id.slice(0, 15)).toBe('019aa5c0-1d2e-8');
      expect(idSchema.safeParse(id).success).toBe(true);
    }
    expect(new Set(made).size).toBe(made.length);
  });
});
