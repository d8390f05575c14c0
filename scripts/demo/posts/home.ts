import { type StoryPost, says } from '../story/story.ts';

/** Furniture and kitchen things. */
export const homePosts: readonly StoryPost[] = [
  {
    by: 'maya',
    daysAgo: 13.2,
    category: 'furniture',
    text: '**Solid oak desk, $85**\nThree drawers that actually close. 58 x 26 inches, survived four years of architecture models and exactly one glue incident (bottom drawer, you will never see it).\nPick up near Campus Corner, I can help carry it down the stairs.',
    pictures: [{ drawing: 'desk' }, { drawing: 'desk', crop: { x: 740, y: 400, width: 340, height: 340 } }],
    savedBy: ['sofia', 'liam', 'priya'],
    comments: [
      says(
        'sofia',
        22,
        'Is it still available? My room has only a very small table and a lot of hope.',
        says(
          'maya',
          9,
          'It is! Come by Thursday after 5?',
          says('sofia', 14, 'Perfect, I will bring my roommate for the stairs.'),
        ),
      ),
      says(
        'cody',
        130,
        'can haul it for 15 if nobody has a truck',
        says('sofia', 40, 'Yes please!! You are saving my back.'),
      ),
      says('liam', 400, 'Second in line if it falls through. It would hold two monitors and my regrets.'),
    ],
  },
  {
    by: 'grace',
    daysAgo: 12.4,
    category: 'furniture',
    text: 'Ergonomic office chair, $60. Mesh back, adjustable arms, no squeaks. I bought it in August, and then my lower back and I agreed on a standing desk. Non-smoking home. Cash or transfer, please.',
    pictures: [
      { drawing: 'officeChair' },
      { drawing: 'officeChair', crop: { x: 130, y: 540, width: 640, height: 480 } },
    ],
    savedBy: ['diego', 'maya', 'priya', 'noah'],
    comments: [
      says(
        'priya',
        35,
        'Does the seat go low enough for someone 5 foot 1?',
        says('grace', 12, 'I am 5 foot 2 and my feet are flat on the floor. Sit on it before you decide.'),
      ),
      says('noah', 300, 'Forecast: 90% chance I come look at this tomorrow.'),
    ],
  },
  {
    by: 'maya',
    daysAgo: 10.6,
    category: 'furniture',
    text: 'Tall bookcase, five shelves, **$40**. The books are not included but the plant might be if you ask nicely. One screw is a pencil. It has been a pencil since 2023 and it is fine.',
    pictures: [{ drawing: 'bookcase' }],
    savedBy: ['hannah', 'sofia', 'amina'],
    comments: [
      says(
        'hannah',
        18,
        'Asking nicely about the plant.',
        says(
          'maya',
          5,
          'The plant is yours. You did not even ask about the bookcase.',
          says('hannah', 3, 'I have priorities.'),
        ),
      ),
      says('tunde', 600, 'The pencil is a load-bearing pencil. Respect.'),
    ],
  },
  {
    by: 'grace',
    daysAgo: 8.1,
    category: 'furniture',
    text: 'Green two-seat sofa, $140, cushions included. Width 68 inches, fits through a standard apartment door (I measured, twice). Selling because my quartet now rehearses in my living room and four cellos do not sit on sofas.',
    pictures: [{ drawing: 'couch' }, { drawing: 'couch', crop: { x: 760, y: 240, width: 320, height: 400 } }],
    savedBy: ['jasmine', 'cody', 'amina', 'diego', 'maya'],
    comments: [
      says(
        'jasmine',
        50,
        'I need this for game days. Would you take 120?',
        says(
          'grace',
          25,
          '130 and I keep the orange cushion. Or 140 with both.',
          says('jasmine', 6, '140. The cushion completes it. See you Saturday before kickoff!'),
        ),
      ),
      says('amina', 900, 'If Jasmine bails I am right behind her. That green in evening light!'),
    ],
  },
  {
    by: 'maya',
    daysAgo: 5.3,
    category: 'home decor',
    text: 'Arched floor mirror, about 5 feet, $35. Makes a small room look like you have your life together. Must be picked up upright, in a car where it can lie on blankets.',
    pictures: [{ drawing: 'mirror' }],
    savedBy: ['priya', 'jasmine', 'grace', 'sofia', 'amina'],
    comments: [
      says(
        'jasmine',
        11,
        'The life together part, is that included or extra?',
        says('maya', 4, 'Sold separately. I am out of stock too.'),
      ),
      says('priya', 240, 'I can pick it up Wednesday between my two labs, 1:15 to 2:00.'),
    ],
  },
  {
    by: 'hannah',
    daysAgo: 11.7,
    category: 'household',
    text: 'Red desk lamp, $12, warm bulb included. Has seen me through organic chemistry and does not judge. Arm stays where you put it. Label on the base says LAMP because I label everything.',
    pictures: [{ drawing: 'deskLamp' }],
    savedBy: ['sofia', 'liam'],
    comments: [
      says('liam', 90, 'Is the label removable or is it part of the charm?', says('hannah', 15, 'It is structural.')),
    ],
  },
  {
    by: 'cody',
    daysAgo: 9.5,
    category: 'household',
    text: 'mini fridge w freezer shelf, $70 obo. runs cold, quiet, fits under a lofted bed. magnets stay with me but ill leave the star. can deliver on campus in the truck',
    pictures: [{ drawing: 'miniFridge' }, { drawing: 'miniFridge', crop: { x: 210, y: 330, width: 480, height: 480 } }],
    savedBy: ['sofia', 'tunde', 'diego', 'noah'],
    comments: [
      says(
        'tunde',
        28,
        'Would 60 with delivery to Kraettli work for you?',
        says(
          'cody',
          31,
          '65 and ill carry it up',
          says('tunde', 8, 'Deal. There will be jollof as a tip.', says('cody', 2, 'now we talkin')),
        ),
      ),
      says('noah', 70, 'What does the note say? MILK RENT NAP is my whole schedule.'),
    ],
  },
  {
    by: 'sofia',
    daysAgo: 6.8,
    category: 'kitchen & dining',
    text: 'Hello! I sell a microwave, **$30**, used three weeks. I bought it and then I learned that our dorm has one in every kitchen. It is clean, it heats, it makes "ding". Pick up at the towers, I can walk with you.',
    pictures: [{ drawing: 'microwave' }],
    savedBy: ['maya', 'cody'],
    comments: [
      says(
        'diego',
        45,
        'I will take it for the porch workshop, burritos between bikes. Tonight at 7?',
        says('sofia', 20, 'Yes, 7 is good! Lobby of the north tower.'),
      ),
      says(
        'maya',
        60,
        'Welcome to OU, Sofia. Everyone buys one thing they did not need in week one. Mine was a waffle iron.',
      ),
    ],
  },
  {
    by: 'tunde',
    daysAgo: 7.4,
    category: 'kitchen & dining',
    text: 'Rice cooker, 8 cups, $25. I have upgraded to a bigger one because friends keep arriving on Sundays. Comes with measuring cup, paddle and my personal water ratio, which is not negotiable.',
    pictures: [{ drawing: 'riceCooker' }],
    savedBy: ['grace', 'sofia', 'priya', 'hannah'],
    comments: [
      says(
        'grace',
        16,
        'My mother would like to know the ratio before I am allowed to buy it.',
        says(
          'tunde',
          22,
          'One to one and a quarter, rinsed three times. Please tell her I said good evening.',
          says('grace', 30, 'She approves. I will take it.'),
        ),
      ),
      says('priya', 200, 'Do Sunday friends need an invitation or just a fork?', says('tunde', 12, 'Just the fork.')),
    ],
  },
  {
    by: 'amina',
    daysAgo: 3.6,
    category: 'kitchen & dining',
    text: 'Coffee maker, 12 cups, $20. It has carried one newsroom through one election. Timer works, the glass jug has no chips, and it gurgles like an old friend at 7:45.',
    pictures: [
      { drawing: 'coffeeMaker' },
      { drawing: 'coffeeMaker', crop: { x: 340, y: 560, width: 460, height: 460 } },
    ],
    savedBy: ['liam', 'hannah', 'maya'],
    comments: [
      says(
        'hannah',
        8,
        'Mine. I mean, is it available? But mine.',
        says('amina', 17, 'Yours! Newsroom, room 214, any time before noon.'),
      ),
    ],
  },
];
