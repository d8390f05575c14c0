import { describe } from '@jest/globals';
import { createMemorySignalRelays } from '#server/engines/memory/signalRelay.ts';
import { signalRelayContract } from './signalRelay.ts';

describe('signals between hubs of one process', () => {
  const relays = createMemorySignalRelays();
  signalRelayContract(async () => relays.open());
});
