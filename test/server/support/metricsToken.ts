/** Token for the metrics of servers under test. */
export const METRICS_TOKEN = 'a-token-for-the-tests';
/** Options of a request for them. */
export const METRICS = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } } as const;
