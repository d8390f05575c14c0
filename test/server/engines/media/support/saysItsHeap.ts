import { getHeapStatistics } from 'node:v8';

/** A process that answers with the most bytes of its heap, in place of a picture. */
process.on('message', () => {
  process.send?.({ picture: getHeapStatistics().heap_size_limit });
});
