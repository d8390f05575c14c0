import { devicePosts } from './posts/devices.ts';
import { homePosts } from './posts/home.ts';
import { outdoorPosts } from './posts/outdoors.ts';
import { talkPosts } from './posts/talk.ts';
import type { DemoPost } from './story.ts';

/** Campus of the demo. */
export const DEMO_CAMPUS = 'ou';

/** Everything that was posted on the demo campus. */
export const posts: readonly DemoPost[] = [...homePosts, ...devicePosts, ...outdoorPosts, ...talkPosts];
