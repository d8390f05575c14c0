import { eventStoreContract } from '../../../contract/eventStore.ts';
import { onKurrent, onKurrentDouble } from '../../../doubles/kurrent/underTest.ts';
import { KURRENT } from './contract.ts';

/** The database at `EVENTSTORE_URL` is filled with the events of the tests; without the variable, a double's. */
const url = process.env.EVENTSTORE_URL;

eventStoreContract('KurrentDB', () => (url === undefined ? onKurrentDouble() : onKurrent(url)), KURRENT);
