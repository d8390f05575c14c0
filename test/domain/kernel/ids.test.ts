import { describe, expect, it } from '@jest/globals';
import { effectiveCommandId, eventId, newId } from '#domain/kernel/ids.ts';

const clientId = '0b4d4b8e-6c5a-4c7e-9a63-3f3f8f1f2a10';

describe('ids', () => {
  it('[DATA-14] derives the same ids from the same command, so a retry makes nothing twice', () => {
    const command = effectiveCommandId('ada', clientId);
    expect(effectiveCommandId('ada', clientId)).toBe(command);
    expect(newId(command, 0)).toBe(newId(command, 0));
    expect(eventId(command, 0)).not.toBe(eventId(command, 1));
    expect(newId(command, 0)).not.toBe(eventId(command, 0));
  });

  it('binds a command id to its sender', () => {
    expect(effectiveCommandId('ada', clientId)).not.toBe(effectiveCommandId('bob', clientId));
  });
});
