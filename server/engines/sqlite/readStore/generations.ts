import type { ProjectionGeneration } from '#projections/engine/readStore.ts';
import type { GenerationReader } from './reader.ts';
import type { GenerationWriter } from './writer.ts';

/** Prefix of the names of generations in `meta`. */
const PREFIX = 'projection ';

/** The generation of each projection that a file holds whole. */
export function readGenerations(reader: Pick<GenerationReader, 'metaLike'>): readonly ProjectionGeneration[] {
  return reader.metaLike(PREFIX).map(([name, value]) => {
    const [version, build = '', shape = ''] = value.split(' ');
    return { projection: name.slice(PREFIX.length), version: Number(version), shape, build };
  });
}

/** Notes that a file holds a generation of a projection whole; for use inside a transaction. */
export function noteGeneration(
  writer: Pick<GenerationWriter, 'setMeta'>,
  { projection, version, shape, build }: ProjectionGeneration,
): void {
  writer.setMeta(`${PREFIX}${projection}`, `${version} ${build} ${shape}`);
}
