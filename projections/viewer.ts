import { rights } from './documentRegistry.ts';
import { createReaders } from './kernel/right.ts';

/** Who reads, by the rights of all nouns. */
export const { rightRefs, readerOf, withRight, rightOf } = createReaders(rights);
