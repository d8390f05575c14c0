/** The token with which servers under test show their metrics. */
export const METRICS_TOKEN = 'a-token-for-the-tests';
/** What a request for them carries. */
export const METRICS = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } } as const;
