import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { richTextOf } from '#domain/post/normalise.ts';
import { picture } from '#test/server/support/pictures.ts';
import type { BenchData } from '../benchData.ts';
import { startChild } from '../child.ts';
import { now } from '../clients/senders.ts';
import { below, type Figure, row } from '../figure.ts';
import type { LoadJobs } from '../processes/load.ts';
import { FEED, openStage } from '../stage.ts';
import { quantile } from '../statistics.ts';

const MS_PER_SECOND = 1_000;
const PEOPLE = 64;
/** Saves a second of others, meanwhile. */
const SAVES_PER_SECOND = 50;
/** Milliseconds that the saves go on for: longer than the cards take. */
const SAVES_MS = { quick: 5_000, default: 20_000, full: 60_000 };
/** Pixels of the picture of a page, as sites offer it to others. */
const PICTURE = { width: 1_200, height: 630 };
const LOOK_EVERY_MS = 50;
/** Milliseconds after which a card counts as lost. */
const PATIENCE_MS = 120_000;
/** Most milliseconds from an acknowledgement to another store while cards are made, at the 99th percentile. */
const GOAL_MS = 50;

/** Cards of links from many sites, from the post on, with their pictures; and how soon others see what others do meanwhile. */
export const previews: Figure = {
  name: 'previews',
  from: 'quick',
  async measure(benchData) {
    const foreignSite = await openSite(benchData);
    const { users, load, port } = await openStage(benchData, { users: PEOPLE, foreignSite });
    const { posts } = await load.ask('openFollower', { port, topic: FEED });
    await load.ask('openReaders', { port, topic: FEED, count: 1 });
    const { length: before } = await load.ask('readersHold', 'previews');
    const writers = startChild<LoadJobs>('load');
    benchData.after(() => writers.end('SIGKILL'));
    const savers = startChild<LoadJobs>('load');
    benchData.after(() => savers.end('SIGKILL'));

    const saving = savers.ask('sendSteadily', {
      ...{ port, users, posts },
      ...{ perSecond: SAVES_PER_SECOND, milliseconds: benchData.pick(SAVES_MS) },
    });
    // So few of one author that none is left out (`WORK_MAX_PER_AUTHOR`, `FETCHES_PER_USER`).
    const links = PEOPLE * benchData.pick({ quick: 1, default: 4, full: 5 });
    const from = now();
    await Promise.all(
      Array.from({ length: links }, (_, n) => {
        const user = users[n % users.length];
        if (user === undefined) throw new Error('There are too few people.');
        const text = richTextOf(`Like this one: http://shop${n}.example/lamp`);
        const data = { text, media: [], category: 'all', price: null, condition: null };
        const command = { id: uuidv7(), actor: user.userId, type: 'CreatePost', version: 1, data };
        return writers.ask('give', { port, user, command });
      }),
    );
    let cards = 0;
    while (cards < links && now() < from + PATIENCE_MS) {
      await pause(LOOK_EVERY_MS);
      cards = (await load.ask('readersHold', 'previews')).length - before;
    }
    const seconds = (now() - from) / MS_PER_SECOND;

    const sent = await saving;
    const upTo = sent.map(([position]) => position).sort();
    const arrived = new Map(
      (await load.ask('followed', { upTo: upTo.at(-1) ?? '' })).map(([position, , appliedAt]) => [position, appliedAt]),
    );
    const times = sent.flatMap(([position, , acknowledgedAt]) => {
      const appliedAt = arrived.get(position);
      return appliedAt === undefined ? [] : [Math.max(0, appliedAt - acknowledgedAt)];
    });
    return [
      row(`cards of links from ${links} sites, with pictures`, cards / seconds, 'cards/s'),
      row('  links without a card', links - cards, 'links', { goal: below(1) }),
      row('  meanwhile acknowledgement → other store, p50', quantile(times, 0.5), 'ms'),
      row('  meanwhile acknowledgement → other store, p99', quantile(times, 0.99), 'ms', { goal: below(GOAL_MS) }),
    ];
  },
};

/** A site that answers at once: what is measured is ours. @returns its port on this machine */
async function openSite(benchData: BenchData): Promise<number> {
  const shown = await picture(PICTURE.width, PICTURE.height, 'jpeg');
  const site = createServer(({ url }, response) => {
    if (url === '/lamp.jpg') response.writeHead(200, { 'content-type': 'image/jpeg' }).end(shown);
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  benchData.after(async () => {
    site.closeAllConnections();
    site.close();
  });
  return (site.address() as AddressInfo).port;
}

const PAGE =
  '<title>A lamp</title><meta property="og:site_name" content="The Shop"><meta property="og:image" content="/lamp.jpg">';
