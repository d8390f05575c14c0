import { demoStory } from './campus.ts';
import { type PlayOptions, playStory, type Stage } from './playStory.ts';

/**
 * Makes the demo campus in an unused data folder; can be repeated after an interruption.
 *
 * @throws StoryRefused
 */
export function seedDemo(stage: Stage, options: PlayOptions): Promise<void> {
  return playStory(stage, demoStory, options);
}
