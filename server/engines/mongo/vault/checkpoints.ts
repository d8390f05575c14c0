import type { CheckpointVault } from '../../../ports/vault.ts';
import { insertNew } from './changeDocument.ts';
import type { VaultCollections } from './collections.ts';

/** Checkpoints of reactors: a document each, moved only from where its mover believes that it stands. */
export function mongoCheckpoints({ checkpoints }: Pick<VaultCollections, 'checkpoints'>): CheckpointVault {
  return {
    async find(reactor) {
      return (await checkpoints.findOne({ _id: reactor }))?.position ?? null;
    },
    async move(reactor, from, position) {
      if (from === null) return insertNew(checkpoints, { _id: reactor, position });
      const moved = await checkpoints.updateOne({ _id: reactor, position: from }, { $set: { position } });
      return moved.matchedCount === 1;
    },
  };
}
