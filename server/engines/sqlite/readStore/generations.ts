import type { ProjectionGeneration, ReadModelDeclaration } from '#projections/engine/readStore.ts';
import type { GenerationReader } from './reader.ts';
import type { GenerationWriter } from './writer.ts';

/** Prefix of the names of generations in `meta`. */
const PREFIX = 'projection ';

/** The generation of each projection that a file holds whole. */
export function readGenerations(reader: Pick<GenerationReader, 'metaLike'>): readonly ProjectionGeneration[] {
  return reader.metaLike(PREFIX).map(([name, value]) => {
    const [version, build = ''] = value.split(' ');
    return { projection: name.slice(PREFIX.length), version: Number(version), build };
  });
}

/** Notes that a file holds a generation of a projection whole; for use inside a transaction. */
export function noteGeneration(
  writer: Pick<GenerationWriter, 'setMeta'>,
  { projection, version, build }: ProjectionGeneration,
): void {
  writer.setMeta(`${PREFIX}${projection}`, `${version} ${build}`);
}

/** The generations of some projections by their declared versions, made by one build. */
export function generationsOf(
  { projections }: ReadModelDeclaration,
  names: readonly string[],
  build: string,
): readonly ProjectionGeneration[] {
  return projections
    .filter(({ name }) => names.includes(name))
    .map(({ name, version }) => ({ projection: name, version, build }));
}
