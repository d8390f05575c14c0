import { describe, expect, it } from '@jest/globals';
import { createStages } from '#server/observability/metrics/stages.ts';

function rig() {
  let now = 0;
  const seen: string[] = [];
  const at = (milliseconds: number) => {
    now = milliseconds;
  };
  const stages = createStages(
    (stage, seconds) => seen.push(`${stage} ${Math.round(seconds * 1_000)}`),
    () => now,
  );
  return { stages, seen, at };
}

const position = (n: number) => String(n).padStart(16, '0');

describe('stages of an event', () => {
  it('are timed each from the one before', async () => {
    const { stages, seen, at } = rig();
    await stages.accepted(async () => {
      at(4);
      stages.onDisk(position(1));
    });
    at(9);
    const sent = stages.projected({ to: position(1) });
    at(11);
    sent();
    expect(seen).toEqual(['on_disk 4', 'projected 5', 'sent 2']);
  });

  it('are measured for each command, where commands overlap too, once each', async () => {
    const { stages, seen, at } = rig();
    const go = Promise.withResolvers<void>();
    const slow = stages.accepted(async () => {
      await go.promise;
      stages.onDisk(position(2));
    });
    at(3);
    await stages.accepted(async () => stages.onDisk(position(1)));
    at(5);
    go.resolve();
    await slow;
    stages.projected({ to: position(1) })();
    stages.projected({ to: position(2) })();
    expect(seen).toEqual(['on_disk 0', 'on_disk 5', 'projected 2', 'sent 0', 'projected 0', 'sent 0']);
  });

  it('are delivered when the own hub has sent what another process projected', async () => {
    const { stages, seen, at } = rig();
    await stages.accepted(async () => stages.onDisk(position(2)));
    at(30);
    stages.delivered(position(1));
    at(80);
    stages.delivered(position(2));
    stages.delivered(position(2));
    expect(seen).toEqual(['on_disk 0', 'delivered 80']);
  });

  it('count once where an append is answered after its event was projected, sent or delivered', async () => {
    const { stages, seen, at } = rig();
    const answered = (n: number) => stages.accepted(async () => stages.onDisk(position(n)));
    const sent = stages.projected({ to: position(1) });
    at(3);
    await answered(1);
    at(5);
    sent();
    await answered(1);
    at(9);
    stages.delivered(position(2));
    at(12);
    await answered(2);
    const later = ['on_disk 0', 'projected 0', 'sent 0', 'on_disk 0', 'delivered 0'];
    expect(seen).toEqual(['on_disk 0', 'projected 0', 'sent 5', ...later]);
    at(20);
    stages.delivered(position(3));
    expect(seen).toHaveLength(8);
  });

  it('take no time for a sending that was over, while that of others goes on', async () => {
    const { stages, seen, at } = rig();
    stages.projected({ to: position(1) })();
    at(10);
    const sent = stages.projected({ to: position(2) });
    at(11);
    await stages.accepted(async () => stages.onDisk(position(1)));
    at(500);
    sent();
    expect(seen).toEqual(['on_disk 0', 'projected 0', 'sent 0']);
  });

  it('leave out what nobody sent', () => {
    const { stages, seen } = rig();
    stages.onDisk(position(1));
    stages.projected({ to: position(1) })();
    expect(seen).toEqual([]);
  });
});
