/** Clients in a process of their own: senders of commands, and readers that hold a feed. */
import { processorTime, serveParent } from '../child.ts';
import { sendActions } from '../clients/actions.ts';
import { createListeners } from '../clients/listeners.ts';
import { signUpAll } from '../clients/newcomers.ts';
import { createReaders } from '../clients/readers.ts';
import { giveOnce, sendByHttp, sendBySocket, sendSteadily } from '../clients/senders.ts';

const readers = createReaders();
const listeners = createListeners();

const jobs = {
  processorTime,
  sendActions,
  sendByHttp,
  sendBySocket,
  sendSteadily,
  signUpAll,
  give: giveOnce,
  openReaders: readers.open,
  openListeners: listeners.open,
  heard: listeners.heard,
  readersHold: readers.hold,
  countPackets: readers.countPackets,
  packetsArrived: readers.packetsArrived,
  openFollower: readers.openFollower,
  followed: readers.followed,
  awaitReturn: readers.awaitReturn,
  dropAtRandom: readers.dropAtRandom,
  compare: readers.compare,
  closeReaders: readers.close,
};
export type LoadJobs = typeof jobs;

serveParent(jobs);
