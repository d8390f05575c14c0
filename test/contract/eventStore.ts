import { afterAll, afterEach, beforeAll, beforeEach, describe } from '@jest/globals';
import type { EventStore } from '#server/ports/eventStore.ts';
import { appendOrderContract, appendRaceContract, appendRepeatContract } from './eventStoreAppend.ts';
import { closeContract } from './eventStoreClose.ts';
import { appendInputContract, appendSizeContract } from './eventStoreInput.ts';
import { modelContract } from './eventStoreModel.ts';
import { readContract } from './eventStoreRead.ts';
import type { EventStoreCapabilities } from './eventStoreSamples.ts';
import { subscribeContract, subscriptionEndContract } from './eventStoreSubscribe.ts';
import type { UnderTest } from './temporaryStore.ts';

/**
 * The contract of event stores (`server/ports/eventStore.ts`).
 *
 * @param open gives a store, which tests share; its log need not be empty
 */
export function eventStoreContract(
  name: string,
  open: () => Promise<UnderTest<EventStore>>,
  capabilities: EventStoreCapabilities,
): void {
  describe(`event store contract: ${name}`, () => {
    describe('open', () => {
      let subject: UnderTest<EventStore>;
      const store = () => subject.store;
      beforeAll(async () => {
        subject = await open();
      });
      afterAll(() => subject.dispose());

      describe('[P3] append', () => appendOrderContract(store));
      describe('many appends at once', () => appendRaceContract(store, capabilities));
      describe('[P2] a repeated append', () => appendRepeatContract(store, capabilities));
      describe('the size of an append', () => appendSizeContract(store));
      describe('the sense of an append', () => appendInputContract(store));
      describe('read', () => readContract(store, capabilities));
      describe('subscribe', () => subscribeContract(store));
      describe('the end of a subscription', () => subscriptionEndContract(store));
      describe('random appends', () => modelContract(store));
    });

    describe('close', () => {
      let subject: UnderTest<EventStore>;
      beforeEach(async () => {
        subject = await open();
      });
      afterEach(() => subject.dispose());
      closeContract(() => subject, capabilities);
    });
  });
}
