import { findSabotage } from '../sabotage/sabotages.ts';
import type { SeedResult } from './runSeed.ts';

/** Problems of one seed that are printed; the rest is counted. */
const PROBLEMS_SHOWN = 8;

/** A run in figures. */
export interface Summary {
  readonly seeds: number;
  readonly steps: number;
  readonly commands: number;
  readonly events: number;
  readonly eventsByType: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly seedsPerSecond: number;
  readonly stepsPerSecond: number;
  /** Seeds that broke a promise. */
  readonly failed: readonly SeedResult[];
}

export function summarise(results: readonly SeedResult[], seconds: number): Summary {
  const sum = (of: (result: SeedResult) => number) => results.reduce((total, result) => total + of(result), 0);
  const types = [...new Set(results.flatMap(({ eventsByType }) => Object.keys(eventsByType)))].sort();
  const steps = sum((result) => result.steps);
  return {
    seeds: results.length,
    steps,
    commands: sum(({ commands }) => commands),
    events: sum(({ events }) => events),
    eventsByType: Object.fromEntries(types.map((type) => [type, sum(({ eventsByType }) => eventsByType[type] ?? 0)])),
    seconds: Math.round(seconds * 10) / 10,
    seedsPerSecond: Math.round((results.length / seconds) * 10) / 10,
    stepsPerSecond: Math.round(steps / seconds),
    failed: results.filter(({ findings }) => findings.length > 0),
  };
}

/** A run as people read it. */
export function report({ failed, ...figures }: Summary, breaks: string | null): string {
  const count = (value: number) => value.toLocaleString('en-GB');
  const lines = failed.flatMap((result) => describe(result, breaks));
  if (breaks !== null) lines.push(`Broken on purpose: ${findSabotage(breaks).says}.`);
  const verdict = failed.length === 0 ? 'every promise held in all' : `${failed.length} broke a promise`;
  lines.push(
    `${count(figures.seeds)} seeds, ${verdict}: ${count(figures.steps)} steps, ${count(figures.commands)} commands, ` +
      `${count(figures.events)} events in ${figures.seconds} s ` +
      `(${figures.seedsPerSecond} seeds/s, ${count(figures.stepsPerSecond)} steps/s)`,
  );
  return `${lines.join('\n')}\n`;
}

function describe({ seed, findings, shrunk }: SeedResult, breaks: string | null): readonly string[] {
  const again = `npm run simulate -- --replay ${seed}${breaks === null ? '' : ` --break ${breaks}`}`;
  const shown = findings.slice(0, PROBLEMS_SHOWN).map(({ promise, problem }) => `  ${promise}: ${problem}`);
  const more = findings.length - shown.length;
  if (more > 0) shown.push(`  and ${more} more`);
  const steps = shrunk?.steps.map((step) => `    ${JSON.stringify(step)}`) ?? [];
  return [
    `Seed ${seed} (again: ${again})`,
    ...shown,
    ...(steps.length > 0 ? ['  The shortest story:', ...steps] : []),
    '',
  ];
}
