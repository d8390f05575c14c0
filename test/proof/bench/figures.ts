import type { Figure } from './figure.ts';
import { ads } from './figures/ads.ts';
import { appends } from './figures/appends.ts';
import { broadcast } from './figures/broadcast.ts';
import { coldStart } from './figures/coldStart.ts';
import { commands } from './figures/commands.ts';
import { crowdedThread } from './figures/crowdedThread.ts';
import { deletion } from './figures/deletion.ts';
import { disk } from './figures/disk.ts';
import { edge } from './figures/edge.ts';
import { engines } from './figures/engines.ts';
import { erasure } from './figures/erasure.ts';
import { eventLoop } from './figures/eventLoop.ts';
import { firstPaint } from './figures/firstPaint.ts';
import { growth } from './figures/growth.ts';
import { memory } from './figures/memory.ts';
import { noWebSocket } from './figures/noWebSocket.ts';
import { pocket } from './figures/pocket.ts';
import { previews } from './figures/previews.ts';
import { propagation } from './figures/propagation.ts';
import { rebuilds } from './figures/rebuilds.ts';
import { drops, restart } from './figures/returns.ts';
import { search } from './figures/search.ts';
import { signUps } from './figures/signUps.ts';
import { longTalk, talk } from './figures/talk.ts';
import { talkPages } from './figures/talkPages.ts';
import { uniqueAccounts } from './figures/uniqueAccounts.ts';
import { uploads } from './figures/uploads.ts';

/** All figures, in the order of the table. */
export const figures: readonly Figure[] = [
  appends,
  commands,
  edge,
  rebuilds,
  broadcast,
  propagation,
  talk,
  longTalk,
  talkPages,
  crowdedThread,
  search,
  previews,
  ads,
  uniqueAccounts,
  restart,
  drops,
  pocket,
  noWebSocket,
  eventLoop,
  signUps,
  deletion,
  erasure,
  memory,
  uploads,
  coldStart,
  firstPaint,
  growth,
  disk,
  engines,
];
