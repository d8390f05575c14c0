/** Purposes of machines. */
export const roles = ['api', 'hub', 'projector', 'worker', 'eventStore', 'readStore'] as const;
export type Role = (typeof roles)[number];

/** How many machines there are of each role. */
export type Layout = Readonly<Record<Role, number>>;

/** Ten machines. */
export const TEN_MACHINES: Layout = { api: 3, hub: 3, projector: 1, worker: 1, eventStore: 1, readStore: 1 };

export const machinesIn = (layout: Layout) => roles.reduce((sum, role) => sum + layout[role], 0);
