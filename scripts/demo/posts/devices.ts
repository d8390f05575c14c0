import { type StoryPost, says } from '../story/story.ts';

/** Things with a plug, a battery or strings. */
export const devicePosts: readonly StoryPost[] = [
  {
    by: 'liam',
    daysAgo: 12.9,
    category: 'computers & accessories',
    text: '27 inch monitor, 1440p, 144 Hz. **$150**, no dead pixels, original box. I have two others and my desk is making noises. HDMI and DisplayPort cables included, mouse not.',
    pictures: [{ drawing: 'monitor' }],
    savedBy: ['noah', 'diego', 'amina'],
    comments: [
      says(
        'amina',
        33,
        'How is the colour? I edit photos.',
        says(
          'liam',
          19,
          'Around 98% sRGB, I have the calibration report. Of course I have the calibration report.',
          says('amina', 7, 'Marry your monitors. Can I see it Friday?'),
        ),
      ),
      says('noah', 500, 'Would run radar loops nicely on this.'),
    ],
  },
  {
    by: 'liam',
    daysAgo: 4.1,
    category: 'computers & accessories',
    text: 'Mechanical keyboard, 65%, hot-swap, tactile switches, lubed by hand during finals instead of studying. $75 with the coiled cable and desk mat. My roommate will chip in 5 if you buy it today.',
    pictures: [{ drawing: 'keyboard' }, { drawing: 'keyboard', crop: { x: 110, y: 130, width: 460, height: 345 } }],
    savedBy: ['priya', 'noah'],
    comments: [
      says(
        'noah',
        26,
        'How loud, on a scale from rain to hail?',
        says(
          'liam',
          10,
          'Quarter-size hail on a tin roof.',
          says('noah', 3, 'Sold to my enemies, then. But it is gorgeous.'),
        ),
      ),
      says('priya', 180, 'Would it work on a tablet?', says('liam', 30, 'Yes, USB-C. I will throw in the adapter.')),
    ],
  },
  {
    by: 'amina',
    daysAgo: 9.9,
    category: 'computers & accessories',
    text: '13 inch laptop, 16 GB memory, 512 GB drive, $420. Battery at 91%. One tiny scratch near the hinge from a protest I photographed, so it is basically a press laptop. Wiped and ready.',
    pictures: [{ drawing: 'laptop' }, { drawing: 'laptop', crop: { x: 240, y: 120, width: 720, height: 480 } }],
    savedBy: ['sofia', 'cody', 'tunde', 'jasmine'],
    comments: [
      says(
        'cody',
        75,
        'does it run the farm mgmt software for ag econ',
        says(
          'amina',
          28,
          'If it runs on Windows 11, yes. Bring a stick and try it on my desk.',
          says('cody', 12, 'cool, tmrw after class'),
        ),
      ),
    ],
  },
  {
    by: 'grace',
    daysAgo: 0.09,
    category: 'audio & speakers',
    text: 'Closed-back studio headphones, $90. Flat, honest sound; you will hear every mistake in your recordings, as I did. New ear pads, 3 m cable. I would like them to go to someone who practises.',
    pictures: [{ drawing: 'headphones' }, { drawing: 'headphones', crop: { x: 180, y: 560, width: 420, height: 525 } }],
    savedBy: ['noah', 'liam', 'tunde', 'diego'],
    comments: [
      says(
        'noah',
        13,
        'I practise! Mostly the same four chords, but daily.',
        says(
          'grace',
          21,
          'Four honest chords are enough. 80 for you if you play me one of them.',
          says('noah', 9, 'G major it is. Practice rooms at 4?', says('grace', 5, 'Room 12. Bring the guitar.')),
        ),
      ),
    ],
  },
  {
    by: 'liam',
    daysAgo: 8.8,
    category: 'video games & consoles',
    text: 'Game console with two controllers and a year of dust-free life, $260. Capstone starts, hobbies end. Left stick on the second controller drifts a little when it is losing.',
    pictures: [
      { drawing: 'gameConsole' },
      { drawing: 'gameConsole', crop: { x: 60, y: 480, width: 800, height: 320 } },
    ],
    savedBy: ['jasmine', 'cody', 'tunde', 'noah', 'diego', 'sofia'],
    comments: [
      says(
        'jasmine',
        9,
        'So the drift is a skill issue?',
        says(
          'liam',
          6,
          'It is a you-are-player-two issue.',
          says(
            'jasmine',
            4,
            'Bold for someone selling. 240 cash, today.',
            says('liam', 15, '250 and I include the racing game.'),
          ),
        ),
      ),
      says('tunde', 220, 'If it is gone I will cry quietly in the graduate lounge.'),
    ],
  },
  {
    by: 'hannah',
    daysAgo: 13.6,
    category: 'school supplies',
    text: 'Graphing calculator, $45. Allowed in calc, chem and stats exams. Batteries are fresh, screen without scratches, my name is on the back in very neat letters (nail polish remover takes it off).',
    pictures: [{ drawing: 'calculator' }],
    savedBy: ['sofia', 'jasmine', 'priya'],
    comments: [
      says(
        'priya',
        20,
        'People of the Tuesday calc table: this is the one you want. Mine has survived three years of me.',
      ),
      says(
        'jasmine',
        150,
        'Sports analytics says buy. Can you hold it until Monday?',
        says('hannah', 35, 'Held and labelled with your name.'),
      ),
    ],
  },
  {
    by: 'noah',
    daysAgo: 11.1,
    category: 'musical instruments',
    text: 'Acoustic guitar with stand, $120. Spruce top, new strings, sounds best on a porch right before a storm. I am moving up to an electric and my neighbours have been informed.',
    pictures: [{ drawing: 'guitar' }, { drawing: 'guitar', crop: { x: 230, y: 540, width: 440, height: 550 } }],
    savedBy: ['amina', 'maya', 'cody', 'grace'],
    comments: [
      says(
        'cody',
        44,
        'does it come with a lesson',
        says(
          'noah',
          13,
          'Three chords and one weather fact.',
          says('cody', 6, 'deal, saw it at the union, sounds good'),
        ),
      ),
      says('grace', 260, 'The action is low and the neck is straight, I tried it. Good instrument for the price.'),
    ],
  },
  {
    by: 'noah',
    daysAgo: 6.2,
    category: 'audio & speakers',
    text: 'Record player, belt drive, walnut, $95. Plays 33 and 45. I will add two records of your choice from the crate, except the one you are going to ask for.',
    pictures: [{ drawing: 'recordPlayer' }],
    savedBy: ['maya', 'amina', 'liam', 'hannah'],
    comments: [
      says(
        'maya',
        17,
        "It is the Fleetwood one, isn't it. You are keeping the Fleetwood one.",
        says('noah', 2, 'I said what I said.'),
      ),
      says(
        'amina',
        95,
        'Does it have a built-in preamp, or do I need a receiver?',
        says('noah', 24, 'Built in, with a switch at the back.'),
      ),
    ],
  },
  {
    by: 'amina',
    daysAgo: 0.24,
    category: 'cameras & photography',
    text: 'My first film camera is looking for a new pair of eyes. 50 mm f/1.8, light meter works, strap from a market in Amman. **$110** with two rolls of film. I will show you how to load it, slowly.',
    pictures: [{ drawing: 'camera' }, { drawing: 'camera', crop: { x: 370, y: 250, width: 460, height: 460 } }],
    savedBy: ['maya', 'sofia', 'noah', 'grace', 'hannah'],
    comments: [
      says(
        'sofia',
        12,
        'Oh it is beautiful. I never used film. Is it difficult?',
        says(
          'amina',
          8,
          'It is slow, which is not the same as difficult. Come on Sunday, we shoot one roll together and then you decide.',
          says('sofia', 5, 'I am there!'),
        ),
      ),
      says('maya', 300, 'Whoever gets this: buy her pictures too.'),
    ],
  },
  {
    by: 'noah',
    daysAgo: 3.1,
    category: 'drones',
    text: 'Small camera drone, $230, three batteries, no crashes (one gentle disagreement with a crape myrtle). Wind limit 20 mph, so in Norman you fly it on Tuesdays. Registered, I will help you transfer it.',
    pictures: [{ drawing: 'drone' }],
    savedBy: ['diego', 'amina', 'liam'],
    comments: [
      says(
        'diego',
        38,
        'What is the flight time on a battery?',
        says('noah', 16, '27 minutes on paper, 22 in the real sky.'),
      ),
      says(
        'amina',
        80,
        'Could one borrow it for the homecoming parade before it is sold?',
        says('noah', 11, 'For a photo credit, yes.'),
      ),
    ],
  },
];
