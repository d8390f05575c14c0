/** Words of made-up people and posts. */

export const firstNames = [
  'Aaron',
  'Abigail',
  'Andre',
  'Bianca',
  'Caleb',
  'Carmen',
  'Darius',
  'Elena',
  'Ethan',
  'Farah',
  'Gavin',
  'Hector',
  'Imani',
  'Isaac',
  'Jada',
  'Kenji',
  'Leila',
  'Marcus',
  'Nadia',
  'Omar',
  'Paige',
  'Quinn',
  'Rosa',
  'Sanjay',
  'Tessa',
  'Uma',
  'Victor',
  'Wren',
  'Yusuf',
  'Zoe',
];

export const lastNames = [
  'Alvarez',
  'Becker',
  'Chen',
  'Dawson',
  'Ellis',
  'Flores',
  'Greene',
  'Hughes',
  'Ibrahim',
  'Jensen',
  'Kaur',
  'Lopez',
  'Mbeki',
  'Nguyen',
  'Ortiz',
  'Patel',
  'Quigley',
  'Rossi',
  'Schmidt',
  'Tanaka',
  'Underwood',
  'Vasquez',
  'Walker',
  'Xu',
  'Young',
  'Zhang',
];

export const bios = [
  'Sophomore. Selling what does not fit into my room.',
  'Engineering. I answer fast, except during labs.',
  'Third year, two jobs, one bike.',
  'Music education. Everything comes from a quiet home.',
  'Moving out in December, so everything must go.',
  'First year, looking around.',
];

export const things = [
  { name: 'Bedside table', category: 'furniture' },
  { name: 'Folding chair', category: 'furniture' },
  { name: 'Road bike', category: 'sports & outdoors' },
  { name: 'Tennis racket', category: 'sports & outdoors' },
  { name: 'Biology textbook', category: 'books movies & music' },
  { name: 'Lab coat', category: 'school supplies' },
  { name: 'Wireless mouse', category: 'computers & accessories' },
  { name: 'Desk fan', category: 'household' },
  { name: 'Electric kettle', category: 'kitchen & dining' },
  { name: 'Ukulele', category: 'musical instruments' },
  { name: 'Winter coat', category: 'clothing, shoes, & accessories' },
  { name: 'Yoga mat', category: 'exercise' },
  { name: 'Board game', category: 'toys games & hobbies' },
  { name: 'Bluetooth speaker', category: 'audio & speakers' },
] as const;

export const conditions = [
  'Hardly used.',
  'Works as it should.',
  'A few scratches, nothing more.',
  'Like new, in its box.',
];
export const reasons = [
  'I got another one.',
  'No space for it.',
  'I graduate in May.',
  'It was a present, and I have two.',
];
export const places = [
  'Pick up at the union.',
  'I can bring it to campus.',
  'Near Campus Corner.',
  'Any evening after 6.',
];
export const remarks = [
  'Is it still available?',
  'Would you take a little less?',
  'I can come by tonight.',
  'Could you hold it until Friday?',
  'Does it come with everything?',
];
export const answers = [
  'Yes, it is!',
  'That works for me.',
  'I can hold it until Friday.',
  'Sorry, somebody was faster.',
];
