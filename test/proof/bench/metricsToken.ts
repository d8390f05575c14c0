/** The token with which the server under load shows its metrics. */
export const METRICS_TOKEN = 'a-token-for-the-bench';
