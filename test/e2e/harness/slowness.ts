/** Whether the server of a test file is a cluster: `npm run test:cluster`. */
export const IS_CLUSTER = process.env.QUAD_CLUSTER === '1';

/** Times that the processors of all browsers are slowed down: `QUAD_TEST_CPU_SLOWDOWN=4 npm test -- test/e2e/settings`. */
export const CPU_SLOWDOWN = Number(process.env.QUAD_TEST_CPU_SLOWDOWN ?? 1);

/** Times that everything may take longer because the machine does other work: `QUAD_TEST_PATIENCE=3 npm run test:cluster`. */
const PATIENCE = Number(process.env.QUAD_TEST_PATIENCE ?? 1);

/**
 * Times that everything may take longer than with one process: a FerretDB on SQLite writes 10 to 40 commits a second, and nine
 * processes share the cores.
 */
export const SLOWNESS = (IS_CLUSTER ? 4 : 1) * CPU_SLOWDOWN * PATIENCE;
