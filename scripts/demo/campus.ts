import { talks } from './conversations.ts';
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
  talks,
  boosts: [
    {
      ...{ post: 'Graphing calculator, $45', title: 'Graphing calculator', goal: 'message', label: 'Send Message' },
      ...{ daysAgo: 13.4, days: 13 },
    },
    {
      ...{ post: 'Game console with two controllers', title: 'Game console', goal: 'profile', label: 'View Profile' },
      ...{ daysAgo: 5, days: 7, pausedAfterDays: 2 },
    },
    {
      ...{ post: 'Electric scooter, 18 miles', title: 'Electric scooter', goal: 'website', label: 'Learn More' },
      ...{ website: 'www.example.com/scooters', daysAgo: 4, days: 14 },
    },
    {
      ...{ post: 'Tall bookcase, five shelves', title: 'Tall bookcase', goal: 'message', label: 'Send Message' },
      ...{ daysAgo: 0.4, days: 1, untilPaused: true },
    },
  ],
  searches: [
    { text: 'mini fridge', by: ['maya', 'liam', 'noah', 'grace', 'sofia', 'maya'], visits: 14 },
    { text: 'desk', by: ['priya', 'diego', 'jasmine', 'hannah'], visits: 11 },
    { text: 'bike', by: ['tunde', 'cody', 'noah', 'amina', 'tunde'], visits: 8 },
    { text: 'football tickets', by: ['cody', 'liam', 'grace'], visits: 9 },
    { text: 'calculator', by: ['amina', 'priya', 'sofia'], visits: 4 },
    { text: 'couch', by: ['hannah', 'diego', 'jasmine'], visits: 2 },
    // Fewer than three people: nobody else sees it.
    { text: 'left-handed guitar', by: ['noah', 'maya'], visits: 1 },
  ],
  reports: [
    {
      by: 'amina',
      about: { post: 'got a truck and a free saturday' },
      reason: 'other',
      text: 'He asked for the money before he came. He did come in the end, but please have a look.',
    },
    { by: 'noah', about: { post: 'got a truck and a free saturday' }, reason: 'spam', text: '' },
    {
      by: 'jasmine',
      about: { post: 'Bake sale for the pre-med mission trip' },
      reason: 'spam',
      text: 'Third cookie post this week.',
    },
    {
      by: 'priya',
      about: { person: 'cody' },
      reason: 'impersonation',
      text: 'I think this is the same person as on the other campus, under another name.',
    },
  ],
};
