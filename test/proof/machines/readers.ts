import { START } from '#projections/sync/position.ts';
import type { Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { Broadcaster } from '#server/hub/connection.ts';
import { assumptions } from './behaviour.ts';
import { type CampusNetwork, type HubProcess, passing, type SimCampus } from './campusNetwork.ts';
import type { World } from './world.ts';

/** Connections to one hub from one campus that stand at its feed, and at single posts. */
const AT_THE_FEED = 2;
const AT_POSTS = 4;
/** Newest posts of a campus, of which somebody has one open. */
export const OPEN_POSTS = 10;
/** Bytes of a packet beside its content: frame, event name, TCP and IP. */
const PACKET_BYTES = 80;
/** Milliseconds in which all have joined. */
const JOIN_MS = 60_000;

/** Sockets as the hubs have them. */
export interface Readers {
  /** Connections that are played; each stands for many equal ones. */
  readonly played: number;
  /** Sockets that follow a feed, and those that follow a post. */
  readonly feeds: number;
  readonly threads: number;
  /** Packets that were handed over for sending, and those of them that are not sent yet. */
  handed(): number;
  pending(): number;
}

/**
 * Connects readers to all hubs. Each connection is a real one of the real hub, and stands for as many as it has weight:
 * what is sent to it takes the work and the bytes of all of them, one after the other.
 *
 * @param arrived called with the position of each packet of rows that has come to so many browsers
 */
export async function connectReaders(
  world: World,
  network: CampusNetwork,
  sockets: number,
  arrived: (position: string, times: number) => void,
): Promise<Readers> {
  const weights = new Map<string, number>();
  let handed = 0;
  let pending = 0;
  const places = network.hubs.length * network.campuses.length;
  const weightOf = (share: number, connections: number) => (sockets * share) / (places * connections);
  const joins: Promise<void>[] = [];

  const broadcasterOf = ({ loop }: HubProcess): Broadcaster => ({
    send(ids, event, payload) {
      if (event !== 'rows') return;
      const { position } = payload as Rows;
      const bytes = JSON.stringify(payload).length + PACKET_BYTES;
      for (const id of ids) {
        const times = weights.get(id) ?? 0;
        handed += times;
        pending += times;
        void loop.run(world.draw('delivery', times)).then(async () => {
          loop.machine.count('delivery', times);
          await loop.machine.send(times * bytes);
          pending -= times;
          world.time.after(world.clientMs(), () => arrived(position, times));
        });
      }
    },
  });

  function connect(process: HubProcess, broadcaster: Broadcaster, campus: SimCampus, topic: string, weight: number) {
    const id = `${weights.size}`;
    weights.set(id, weight);
    const transport = {
      broadcaster,
      backlog: () => ({ bytes: 0, packets: 0 }),
      taken: async () => undefined,
      end: (reason: string) => {
        throw new Error(`The hub has ended a connection: ${reason}.`);
      },
    };
    const userId = campus.people[weights.size % campus.people.length] ?? '';
    const peer = process.hub.connect({ id, userId, sessionId: null, campus: campus.id, address: id, transport });
    const question = { topic, since: null, floor: null, notBefore: START };
    joins.push(
      peer.receive('subscribe', question).then((answer) => {
        if (!(answer as TopicAnswer).ok) throw new Error(`${topic} was refused: ${JSON.stringify(answer)}`);
      }),
    );
  }

  const { feedShare, threadShare } = assumptions;
  for (const [n, process] of network.hubs.entries()) {
    const broadcaster = broadcasterOf(process);
    for (const campus of network.campuses) {
      for (let k = 0; k < AT_THE_FEED; k += 1) {
        connect(process, broadcaster, campus, topicName.feed(campus.id), weightOf(feedShare.value, AT_THE_FEED));
      }
      for (let k = 0; k < AT_POSTS; k += 1) {
        const post = campus.posts.at(-1 - ((n * AT_POSTS + k) % OPEN_POSTS)) ?? '';
        connect(process, broadcaster, campus, topicName.post(post), weightOf(threadShare.value, AT_POSTS));
      }
    }
  }
  await passing(world, Promise.all(joins), JOIN_MS);
  return {
    played: weights.size,
    feeds: sockets * feedShare.value,
    threads: sockets * threadShare.value,
    handed: () => handed,
    // Weights are fractions: what is left of rounding is nothing.
    pending: () => Math.round(pending),
  };
}
