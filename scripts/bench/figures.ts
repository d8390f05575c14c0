import type { Figure } from './figure.ts';
import { appends } from './figures/appends.ts';
import { commands } from './figures/commands.ts';
import { disk } from './figures/disk.ts';
import { rebuilds } from './figures/rebuilds.ts';

/** All figures, in the order of the table. */
export const figures: readonly Figure[] = [appends, commands, rebuilds, disk];
