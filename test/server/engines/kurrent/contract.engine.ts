import { eventStoreContract } from '../../../contract/eventStore.ts';
import { takeNamesOfThisRun } from '../../../contract/eventStoreSamples.ts';
import { onKurrent, onKurrentDouble } from '../../../doubles/kurrent/underTest.ts';
import { KURRENT } from './contract.ts';

/** The database at `EVENTSTORE_URL` is filled with the events of the tests, each run's under names of its own. */
const url = process.env.EVENTSTORE_URL;
if (url !== undefined) takeNamesOfThisRun();

eventStoreContract('KurrentDB', () => (url === undefined ? onKurrentDouble() : onKurrent(url)), KURRENT);
