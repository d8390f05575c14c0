import type { Counted } from '../kernel/streamLimit.ts';

/** Whether an account is left out of the statistics. Of a log-in it says nothing but that it is counted. */
export interface AnalyticsState extends Counted {
  readonly isOptedOut: boolean;
}
