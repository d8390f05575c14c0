import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { haveMoveIn } from './houseOfOneMore.ts';

/** Stories of the simulation: enough that offers are made, answered and ended in them. */
const SEEDS = '20';
/** Kills of the crash run: one, just after an answer. */
const KILLS = '1';
/** Inputs of the fuzzer: enough that each command and topic of offers is among them. */
const INPUTS = '600';

const house = haveMoveIn();

/** Runs a proof in the house with one noun more. @returns its result, as it prints it with `--json` */
async function proves(...words: readonly string[]) {
  return JSON.parse((await house.runs([...words, '--json'])).stdout);
}

describe('a noun that moves in', () => {
  it('is in the simulation, which holds every promise', async () => {
    const summary = await proves('test/proof/simulate.ts', '--seeds', SEEDS);
    expect(summary).toMatchObject({ seeds: Number(SEEDS), failed: [] });
    const happened = Object.keys(summary.eventsByType);
    expect(happened).toEqual(expect.arrayContaining(['OfferMade', 'OfferAnswered', 'OfferEnded']));
  }, 180_000);

  it('is in the fuzzer, which finds nothing', async () => {
    const fuzz = ['test/proof/fuzz.ts', '--seed', '11', '--members', '8', '--inputs', INPUTS];
    const report = await proves(...fuzz, '--only', 'commands,topics');
    expect(report).toMatchObject({ inputs: Number(INPUTS), findings: [] });
    expect(report.answers).toEqual(expect.objectContaining({ OFFER_UNKNOWN: expect.any(Number) }));
  }, 180_000);

  it('[P1] [P2] is in the crash run, which loses nothing of it', async () => {
    const report = await proves('test/proof/crash.ts', '--kills', KILLS, '--seed', '7');
    expect(report).toMatchObject({ kills: Number(KILLS), findings: [] });
    expect(report.acknowledgedByType).toEqual(expect.objectContaining({ MakeOffer: expect.any(Number) }));
  }, 180_000);

  it('is in what the seed has people do', async () => {
    const data = join(house.root, 'seeded');
    await house.runs(['scripts/quad.ts', 'seed', '--data', data, '--people', '3', '--posts', '1', '--acts', '80']);
    const { stdout } = await house.runs(['scripts/quad.ts', 'log', '--data', data, '--type', 'OfferMade', '--json']);
    expect(stdout).toContain('OfferMade');
  }, 180_000);

  it('is in the community of the bench', async () => {
    const { output } = await house.runs(['test/proof/bench.ts', '--quick', '--only', 'disk']);
    expect(output).toMatch(/made a community of .*\d+ OfferMade/);
    expect(output).toContain('disk, read models with change feed');
  }, 180_000);

  it('has its page in the build of the site', async () => {
    await house.runs(['node_modules/vite/bin/vite.js', 'build']);
    // In which file it is the build decides, by how much code each page has.
    const files = globSync('dist/assets/*.js', { cwd: house.root });
    const texts = files.map((file) => readFileSync(join(house.root, file), 'utf8'));
    expect(texts.filter((text) => text.includes('What you offer on a post shows up here.'))).toHaveLength(1);
  }, 180_000);
});
