import type { Step, Story } from './story.ts';

/** Stories that are tried, at most, to make one shorter. */
const SHRINK_TRIES = 100;

/**
 * Removes steps, large groups first, as long as the story still fails (delta debugging). The result fails, and removing
 * any single step makes it pass, unless the tries ran out.
 */
export async function shrink(story: Story, fails: (shorter: Story) => Promise<boolean>): Promise<Story> {
  let { steps } = story;
  let tries = 0;
  for (let size = Math.ceil(steps.length / 2); size >= 1; ) {
    let isShorter = false;
    for (let from = 0; from < steps.length && tries < SHRINK_TRIES; ) {
      const without: readonly Step[] = [...steps.slice(0, from), ...steps.slice(from + size)];
      tries += 1;
      if (await fails({ ...story, steps: without })) {
        steps = without;
        isShorter = true;
      } else from += size;
    }
    if (tries >= SHRINK_TRIES) break;
    if (size === 1 && !isShorter) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return { ...story, steps };
}
