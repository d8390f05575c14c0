import { projections } from '../registry.ts';
import type { ReadModelDeclaration } from './readStore.ts';

/** What the product's read stores are opened with. */
export const readModels: ReadModelDeclaration = { projections };
