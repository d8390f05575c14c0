/** Size of a run: `quick` for every change, `default` by hand, `full` for an hour. */
export const SCALES = ['quick', 'default', 'full'] as const;
export type Scale = (typeof SCALES)[number];
