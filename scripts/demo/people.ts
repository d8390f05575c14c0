import type { StoryPerson } from './story.ts';

/** Password of every demo account; it only ever opens made-up accounts in a folder without real people. */
export const DEMO_PASSWORD = 'boomer-sooner';

/** The twelve people of the demo campus. The first two are the logins that are printed at the start. */
export const people: readonly StoryPerson[] = [
  {
    key: 'maya',
    name: 'Maya Whitfield',
    email: 'maya.whitfield@ou.edu',
    bio: 'Senior, architecture. Moving to Tulsa in December, so everything with legs is for sale. Fast replies, no lowballs before coffee.',
    face: { skin: '#8a5a3c', hair: '#241712', style: 'curls', shirt: '#e0a53c', ground: '#5f8f86', extra: 'earrings' },
  },
  {
    key: 'diego',
    name: 'Diego Ramirez',
    email: 'diego.ramirez@ou.edu',
    bio: 'Mechanical engineering, class of 27. I fix bikes on the porch and sell what I fix. Ask me about gears.',
    face: { skin: '#c98f62', hair: '#1e1512', style: 'short', shirt: '#3a6ea8', ground: '#e2a15c', extra: 'moustache' },
  },
  {
    key: 'hannah',
    name: 'Hannah Lindqvist',
    email: 'hannah.lindqvist@ou.edu',
    bio: 'Biology, pre-med, mostly tired. Plant mom of nineteen. I label everything.',
    face: { skin: '#f0c9ac', hair: '#d9a94f', style: 'long', shirt: '#6b8f5a', ground: '#9fb8d0', extra: 'freckles' },
  },
  {
    key: 'tunde',
    name: 'Tunde Adeyemi',
    email: 'tunde.adeyemi@ou.edu',
    bio: 'Petroleum engineering grad student. Lagos to Norman. Chef on Sundays, referee at intramurals the rest of the week.',
    face: { skin: '#5a3826', hair: '#120c0a', style: 'fade', shirt: '#f0ece2', ground: '#c4563f', extra: 'beard' },
  },
  {
    key: 'grace',
    name: 'Grace Kim',
    email: 'grace.kim@ou.edu',
    bio: 'Violin performance & accounting (my parents negotiated). Everything I sell comes from a smoke-free, cat-free apartment.',
    face: { skin: '#f2d0ae', hair: '#17131a', style: 'bob', shirt: '#8f5a8a', ground: '#e8b7b0' },
  },
  {
    key: 'cody',
    name: 'Cody Barnes',
    email: 'cody.barnes@ou.edu',
    bio: 'ag business / truck guy / from Enid. can deliver big stuff for gas money',
    face: { skin: '#e8b48c', hair: '#8a4a26', style: 'buzz', shirt: '#9c3b34', ground: '#8fae7a', extra: 'beard' },
  },
  {
    key: 'amina',
    name: 'Amina Haddad',
    email: 'amina.haddad@ou.edu',
    bio: 'Journalism junior and photo editor. If the light is good I am late.',
    face: { skin: '#dba97c', hair: '#3f7d86', style: 'scarf', shirt: '#d98a5a', ground: '#e6cf9c' },
  },
  {
    key: 'liam',
    name: "Liam O'Connor",
    email: 'liam.oconnor@ou.edu',
    bio: 'Computer science. Two monitors too many, zero regrets. Keyboards click louder than I talk.',
    face: { skin: '#f3cdb2', hair: '#b5532a', style: 'side', shirt: '#2f3640', ground: '#7f9fc9', extra: 'glasses' },
  },
  {
    key: 'priya',
    name: 'Priya Raman',
    email: 'priya.raman@ou.edu',
    bio: 'Chemical engineering. I run the Tuesday calc table in the library, second floor, by the window. Snacks appreciated.',
    face: { skin: '#b07a4e', hair: '#1a1210', style: 'braids', shirt: '#c9496f', ground: '#f0c05a', extra: 'glasses' },
  },
  {
    key: 'jasmine',
    name: 'Jasmine Tate',
    email: 'jasmine.tate@ou.edu',
    bio: 'Sports management. Season tickets, spare jerseys, strong opinions about parking.',
    face: { skin: '#6b432c', hair: '#1b120f', style: 'locs', shirt: '#8e1b22', ground: '#f2dcc0', extra: 'earrings' },
  },
  {
    key: 'noah',
    name: 'Noah Bergstrom',
    email: 'noah.bergstrom@ou.edu',
    bio: 'Meteorology, so yes, I know if it will rain on your move. Also guitars, records and one drone.',
    face: {
      skin: '#efc3a0',
      hair: '#5a3a22',
      style: 'short',
      shirt: '#4f8f7c',
      ground: '#5a6f9c',
      extra: 'headphones',
    },
  },
  {
    key: 'sofia',
    name: 'Sofia Petrova',
    email: 'sofia.petrova@ou.edu',
    bio: 'First-year, international studies. New here and furnishing a room from scratch, one post at a time.',
    face: { skin: '#f4d3bd', hair: '#6b3f2a', style: 'waves', shirt: '#5a7fb0', ground: '#b7a3cc', extra: 'freckles' },
  },
];
