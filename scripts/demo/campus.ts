import { PRIVATE_CAMPUS } from './give.ts';
import { people } from './people.ts';
import { devicePosts } from './posts/devices.ts';
import { homePosts } from './posts/home.ts';
import { outdoorPosts } from './posts/outdoors.ts';
import { talkPosts } from './posts/talk.ts';
import type { Story } from './story/story.ts';

/** The demo campus: twelve people and everything that they posted, saved and said in two weeks. */
export const demoStory: Story = {
  name: 'demo',
  people,
  privateCampus: PRIVATE_CAMPUS,
  posts: [...homePosts, ...devicePosts, ...outdoorPosts, ...talkPosts],
};
