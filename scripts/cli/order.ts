import { ControlFailed, callControl } from '#server/roles/control.ts';
import { CliFailure } from './failure.ts';
import { openLocalOrders } from './localOrders.ts';
import { requireDataFolder } from './openLog.ts';

/** Orders that a running server takes; see `server/roles/controlVerbs.ts`. */
export type OrderName = 'projections' | 'projections.retry' | 'rebuild' | 'verify' | 'erase' | 'moderator' | 'privacy';

/**
 * Has an order carried out by the server that has the data folder, or in this process if none has it.
 *
 * @param onProgress called with the progress that the order reports
 * @returns the order's answer
 * @throws CliFailure the order cannot be carried out now, or it failed
 */
export async function order(
  dataDir: string,
  name: OrderName,
  args: unknown,
  onProgress: (progress: unknown) => void,
): Promise<unknown> {
  const stores = requireDataFolder(dataDir);
  const { path } = stores;
  try {
    const holder = await stores.findHolder();
    if (holder === null && !stores.areExclusive) {
      // Carried out here, it would project beside the process that has the lease.
      throw new CliFailure('No process that projects was found here. Give the order where the active projector runs.');
    }
    if (holder === null) return await carryOut(path, name, args, onProgress);
    if (holder === 'unknown' || holder.control === null) {
      const who = holder === 'unknown' ? 'A process' : `Process ${holder.pid} (${holder.purpose})`;
      throw new CliFailure(
        `${who} has the data folder ${path} and takes no orders. Try again when it is ready or has ended.`,
      );
    }
    return await callControl(holder.control, name, args, onProgress);
  } catch (error) {
    if (error instanceof ControlFailed) throw new CliFailure(error.message);
    throw error;
  }
}

async function carryOut(
  path: string,
  name: OrderName,
  args: unknown,
  onProgress: (progress: unknown) => void,
): Promise<unknown> {
  const { verbs, close } = await openLocalOrders(path, `quad ${name}`);
  try {
    const verb = verbs[name];
    if (verb === undefined) throw new CliFailure(`There is no order ${name}.`);
    return await verb(args, onProgress);
  } finally {
    await close();
  }
}
