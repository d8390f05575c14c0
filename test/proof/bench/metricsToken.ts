/** Token for the metrics of the server under load. */
export const METRICS_TOKEN = 'a-token-for-the-bench';
