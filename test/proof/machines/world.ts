import { createRandom, VirtualTime } from '../simulate/virtualTime.ts';
import { assumptions } from './behaviour.ts';
import { type Costs, drawMs, type Unit } from './costs.ts';

/** The time, the chance and the costs that all parts of a play share. */
export interface World {
  readonly time: VirtualTime;
  /** From 0 to 1; the same for the same seed. */
  readonly random: () => number;
  /** Milliseconds of so many units of work. */
  draw(unit: Unit, count?: number): number;
  /** Milliseconds one way between two machines. */
  readonly insideMs: number;
  readonly engineFactor: number;
  /** Milliseconds one way between a browser and the servers. */
  clientMs(): number;
}

export function createWorld(costs: Costs, seed: number): World {
  const random = createRandom(seed);
  const { insideMs, engineFactor, clientLeastMs: least, clientMostMs: most } = assumptions;
  return {
    time: new VirtualTime(),
    random,
    draw: (unit, count) => drawMs(costs[unit], random(), count),
    insideMs: insideMs.value,
    engineFactor: engineFactor.value,
    clientMs: () => least.value + random() * (most.value - least.value),
  };
}
