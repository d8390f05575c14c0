import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Role } from '#server/config.ts';
import type { ClusterNode } from '#test/cluster/cluster.ts';
import { eventually } from '#test/e2e/harness/eventually.ts';
import type { ClusterServer } from '../crash/cluster.ts';
import type { Scenario } from '../crash/scenario.ts';

/** Commands that must be acknowledged after each step before the next one begins: people go on working. */
const ANSWERS_BETWEEN = 10;
/** Milliseconds in which a starting process must say that it waits. */
const WAITS_MAX_MS = 60_000;
/** Log line of a process that waits for the read models of its release. */
const WAITS = 'Waiting for a projector to build the read models.';

/** A release that is installed: its folder, and its processes, which may run or not. */
export interface Release {
  readonly name: string;
  readonly root: string;
  readonly nodes: Readonly<Record<Role, readonly ClusterNode[]>>;
}

/** A step of an upgrade, and how long it took. */
export interface StepTaken {
  readonly step: string;
  readonly ms: number;
}

/** Parts of an upgrade. */
export interface Upgrading {
  readonly server: ClusterServer;
  readonly scenario: Scenario;
  readonly onStep: (step: StepTaken) => void;
}

/** Output and exit code of a command of the command line. */
export interface Said {
  readonly code: number | null;
  readonly output: string;
}

/** Runs `quad rebuild --prepare` of a release beside the running processes. */
export async function prepareRelease({ root }: Pick<Release, 'root'>, server: ClusterServer): Promise<Said> {
  const { dataDir, engines } = server.cluster;
  const words = ['scripts/quad.ts', 'rebuild', '--prepare', '--data', dataDir];
  const { NODE_OPTIONS: _options, ...own } = process.env;
  const env = { ...own, EVENTSTORE_URL: engines.eventStoreUrl, MONGO_URL: engines.mongoUrl };
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/**
 * Puts a release in the place of another one while people use it, in the order of docs/operations.md, "Upgrade".
 *
 * @throws Error a step did not do what that page says
 */
export async function roll(from: Release, to: Release, upgrading: Upgrading): Promise<void> {
  const { server, scenario, onStep } = upgrading;
  const take = async (step: string, act: () => Promise<void>) => {
    const startedAt = performance.now();
    await act();
    onStep({ step: `${from.name} → ${to.name}: ${step}`, ms: performance.now() - startedAt });
    await scenario.journal.nextAnswers(ANSWERS_BETWEEN);
  };
  const { api, hub, projector, worker } = to.nodes;

  await take('rebuild --prepare', async () => {
    const { code, output } = await prepareRelease(to, server);
    if (code !== 0 || !output.startsWith('Prepared '))
      throw new Error(`rebuild --prepare ended with ${code}: ${output}`);
  });
  await take('its api and hub wait', async () => {
    for (const node of [...api, ...hub]) node.launch();
    await Promise.all([...api, ...hub].map(waits));
  });
  await take('its projectors stand by', async () => {
    for (const node of projector) node.launch();
    await Promise.all(projector.map(answers));
  });
  await take('the old projectors end, the new one takes over', async () => {
    await Promise.all(from.nodes.projector.map(ends));
    await Promise.all([...projector, ...api, ...hub].map((node) => node.ready()));
  });
  await take('the old api and hub end', async () => {
    await Promise.all([...from.nodes.api, ...from.nodes.hub].map(ends));
  });
  await take('the workers are replaced', async () => {
    await Promise.all(from.nodes.worker.map(ends));
    for (const node of worker) node.launch();
    await Promise.all(worker.map((node) => node.ready()));
  });
}

/** It ends in good order. */
async function ends(node: ClusterNode): Promise<void> {
  const code = await node.terminate();
  if (code !== 0) throw new Error(`${node.name} ended with ${code} when it was asked to.`);
}

/** A process waits for read models, and takes no connections. */
async function waits(node: ClusterNode): Promise<void> {
  const before = node.log().length;
  await eventually(
    `${node.name} waits`,
    async () => {
      return node.log().slice(before).includes(WAITS) ? true : undefined;
    },
    WAITS_MAX_MS,
  );
  const isOpen = await fetch(`http://127.0.0.1:${node.port}/health/live`).then(
    () => true,
    () => false,
  );
  if (isOpen) throw new Error(`${node.name} takes connections before the read models of its release are there.`);
}

/** A process answers, whether it is ready or not. */
async function answers(node: ClusterNode): Promise<void> {
  await eventually(
    `${node.name} answers`,
    async () => {
      return await fetch(`http://127.0.0.1:${node.port}/health/live`).then(
        () => true,
        () => undefined,
      );
    },
    WAITS_MAX_MS,
  );
}
