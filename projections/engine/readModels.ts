import { projections } from '../registry.ts';
import type { ReadModelDeclaration } from './readStore.ts';

/** Declaration with which the product's read stores are opened. */
export const readModels: ReadModelDeclaration = { projections };
