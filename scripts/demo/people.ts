import type { StoryPerson } from './story/story.ts';

/** Password of every demo account; it only ever opens made-up accounts in a folder without real people. */
export const DEMO_PASSWORD = 'boomer-sooner';

/** The twelve people of the demo campus. The first two are the logins that are printed at the start. */
export const people: readonly StoryPerson[] = [
  {
    key: 'maya',
    name: 'Maya Whitfield',
    email: 'maya.whitfield@ou.edu',
    bio: 'Senior, architecture. Moving to Tulsa in December, so everything with legs is for sale. Fast replies, no lowballs before coffee.',
    face: 'maya',
  },
  {
    key: 'diego',
    name: 'Diego Ramirez',
    email: 'diego.ramirez@ou.edu',
    bio: 'Mechanical engineering, class of 27. I fix bikes on the porch and sell what I fix. Ask me about gears.',
    face: 'diego',
  },
  {
    key: 'hannah',
    name: 'Hannah Lindqvist',
    email: 'hannah.lindqvist@ou.edu',
    bio: 'Biology, pre-med, mostly tired. Plant mom of nineteen. I label everything.',
    face: 'hannah',
    isModerator: true,
  },
  {
    key: 'tunde',
    name: 'Tunde Adeyemi',
    email: 'tunde.adeyemi@ou.edu',
    bio: 'Petroleum engineering grad student. Lagos to Norman. Chef on Sundays, referee at intramurals the rest of the week.',
    face: 'tunde',
  },
  {
    key: 'grace',
    name: 'Grace Kim',
    email: 'grace.kim@ou.edu',
    bio: 'Violin performance & accounting (my parents negotiated). Everything I sell comes from a smoke-free, cat-free apartment.',
    face: 'grace',
  },
  {
    key: 'cody',
    name: 'Cody Barnes',
    email: 'cody.barnes@ou.edu',
    bio: 'ag business / truck guy / from Enid. can deliver big stuff for gas money',
    face: 'cody',
  },
  {
    key: 'amina',
    name: 'Amina Haddad',
    email: 'amina.haddad@ou.edu',
    bio: 'Journalism junior and photo editor. If the light is good I am late.',
    face: 'amina',
  },
  {
    key: 'liam',
    name: "Liam O'Connor",
    email: 'liam.oconnor@ou.edu',
    bio: 'Computer science. Two monitors too many, zero regrets. Keyboards click louder than I talk.',
    face: 'liam',
  },
  {
    key: 'priya',
    name: 'Priya Raman',
    email: 'priya.raman@ou.edu',
    bio: 'Chemical engineering. I run the Tuesday calc table in the library, second floor, by the window. Snacks appreciated.',
    face: 'priya',
  },
  {
    key: 'jasmine',
    name: 'Jasmine Tate',
    email: 'jasmine.tate@ou.edu',
    bio: 'Sports management. Season tickets, spare jerseys, strong opinions about parking.',
    face: 'jasmine',
  },
  {
    key: 'noah',
    name: 'Noah Bergstrom',
    email: 'noah.bergstrom@ou.edu',
    bio: 'Meteorology, so yes, I know if it will rain on your move. Also guitars, records and one drone.',
    face: 'noah',
  },
  {
    key: 'sofia',
    name: 'Sofia Petrova',
    email: 'sofia.petrova@ou.edu',
    bio: 'First-year, international studies. New here and furnishing a room from scratch, one post at a time.',
    face: 'sofia',
  },
];
