import type { Input, Kind, Numbered } from './input.ts';
import { commandInput } from './inputs/commands.ts';
import { frameInput } from './inputs/frames.ts';
import { httpInput } from './inputs/http.ts';
import { queryInput } from './inputs/queries.ts';
import { searchInput } from './inputs/searches.ts';
import { topicInput } from './inputs/topics.ts';
import { uploadInput } from './inputs/uploads.ts';
import type { Draw } from './schemaValues.ts';
import { Source } from './source.ts';
import type { World } from './world.ts';

/** Shares of the kinds: most are cheap for the server and offer an attacker much. */
const MIX: Readonly<Record<Kind, { readonly weight: number; readonly draw: (draw: Draw) => Input }>> = {
  commands: { weight: 36, draw: commandInput },
  queries: { weight: 11, draw: queryInput },
  searches: { weight: 3, draw: searchInput },
  topics: { weight: 16, draw: topicInput },
  http: { weight: 20, draw: httpInput },
  frames: { weight: 11, draw: frameInput },
  uploads: { weight: 3, draw: uploadInput },
};

/** The input of a number: it follows from the world's seed and the number alone. */
export function inputOf(world: World, number: number, only: readonly Kind[]): Numbered {
  const source = new Source(world.seed, number);
  const kind = source.weighted(only.map((each) => [MIX[each].weight, each] as const));
  return { number, kind, input: MIX[kind].draw({ world, source, number }) };
}
