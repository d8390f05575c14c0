import { afterAll, afterEach, beforeAll, beforeEach, describe } from '@jest/globals';
import { appendInputContract, appendOrderContract, appendRepeatContract } from './eventStoreAppend.ts';
import { closeContract } from './eventStoreClose.ts';
import { modelContract } from './eventStoreModel.ts';
import { readContract } from './eventStoreRead.ts';
import type { EventStoreCapabilities, EventStoreUnderTest } from './eventStoreSamples.ts';
import { subscribeContract, subscriptionEndContract } from './eventStoreSubscribe.ts';

/**
 * What every event store must do (`server/ports/eventStore.ts`).
 *
 * @param open gives a store of its own; its log need not be empty
 */
export function eventStoreContract(
  name: string,
  open: () => Promise<EventStoreUnderTest>,
  capabilities: EventStoreCapabilities,
): void {
  describe(`event store contract: ${name}`, () => {
    describe('open', () => {
      let subject: EventStoreUnderTest;
      const store = () => subject.store;
      beforeAll(async () => {
        subject = await open();
      });
      afterAll(() => subject.dispose());

      describe('append', () => appendOrderContract(store, capabilities));
      describe('a repeated append', () => appendRepeatContract(store, capabilities));
      describe('size and sense of an append', () => appendInputContract(store));
      describe('read', () => readContract(store));
      describe('subscribe', () => subscribeContract(store));
      describe('the end of a subscription', () => subscriptionEndContract(store));
      describe('random appends', () => modelContract(store));
    });

    describe('close', () => {
      let subject: EventStoreUnderTest;
      beforeEach(async () => {
        subject = await open();
      });
      afterEach(() => subject.dispose());
      closeContract(() => subject, capabilities);
    });
  });
}
