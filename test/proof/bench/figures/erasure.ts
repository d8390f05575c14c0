import { callControl } from '#server/roles/control.ts';
import { controlOf } from '#test/server/support/control.ts';
import { now } from '../clients/senders.ts';
import { crowd } from '../community.ts';
import { below, type Figure, row } from '../figure.ts';
import { openStage } from '../stage.ts';

const USERS = 2;
/** Milliseconds until an erasure is acknowledged, and until open pages have blanked the person's texts. */
const GOAL_MS = 300;

/**
 * Erases a person who wrote very many comments, with a page open that shows some of them. For comparison, another
 * user's comment on the same page: any event's way from the command to the page.
 */
export const erasure: Figure = {
  name: 'erasure',
  from: 'quick',
  async measure(workshop) {
    const documents = workshop.pick({ quick: 10_000, default: 100_000, full: 100_000 });
    let crowded = '';
    const { community, users, load, port } = await openStage(workshop, {
      users: USERS,
      async prepare(made) {
        const [author = ''] = [...made.threads.values()].map((thread) => thread.author);
        crowded = await crowd(made, [author], documents);
      },
    });
    const author = community.threads.get(crowded)?.author;
    const other = users.find(({ userId }) => userId !== author);
    if (author === undefined || other === undefined) throw new Error('The community has nobody to erase.');
    await load.ask('openFollower', { port, topic: `latest:${crowded}` });
    /** When the page showed the change of a position. */
    const shownAt = async (position: string) => {
      const arrivals = await load.ask('followed', { upTo: position });
      return arrivals.find(([at]) => at >= position)?.[2] ?? Number.NaN;
    };

    const [written] = await load.ask('sendSteadily', {
      port,
      users: [other],
      posts: [crowded],
      milliseconds: 1,
      perSecond: 1_000,
      writes: 'comments',
    });
    if (written === undefined) throw new Error('The comment beside the erasure was refused.');
    const comment = (await shownAt(written[0])) - written[1];

    const control = await controlOf(community.dataDir);
    const startedAt = now();
    const { position } = (await callControl(control, 'erase', { userId: author })) as { readonly position: string };
    const settled = now() - startedAt;
    const shown = (await shownAt(position)) - startedAt;
    const name = `erasing a person with ${documents.toLocaleString('en-US')} documents`;
    return [
      row(`${name}: order → blank on an open page`, shown, 'ms', { limit: comment, goal: below(GOAL_MS) }),
      row(`${name}: order → acknowledged, keys and sign-in destroyed`, settled, 'ms', { goal: below(GOAL_MS) }),
    ];
  },
};
