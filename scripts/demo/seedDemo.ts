import { demoStory } from './campus.ts';
import { type Stage, type TellOptions, tellStory } from './tellStory.ts';

/**
 * Makes the demo campus in an unused data folder. Broken off, it is simply done again.
 *
 * @throws StoryRefused
 */
export function seedDemo(stage: Stage, options: TellOptions): Promise<void> {
  return tellStory(stage, demoStory, options);
}
