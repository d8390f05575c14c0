import { eventStoreContract } from '../../../contract/eventStore.ts';
import { onKurrentDouble } from '../../../doubles/kurrent/underTest.ts';
import { KURRENT } from './contract.ts';

eventStoreContract('KurrentDB, its double', () => onKurrentDouble(), KURRENT);
eventStoreContract('KurrentDB, commit after prepare', () => onKurrentDouble({ commitDelay: 48 }), KURRENT);
