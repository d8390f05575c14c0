import { type StoryPost, says } from '../story/story.ts';

/** Questions and talk. */
export const talkPosts: readonly StoryPost[] = [
  {
    by: 'sofia',
    daysAgo: 13.0,
    category: 'all',
    text: 'Hello everyone, I am new here, from Plovdiv. Where do people buy a winter coat in Norman that is warm but not the price of a plane ticket? And is it true about the ice storms?',
    pictures: [],
    savedBy: ['priya'],
    comments: [
      says(
        'maya',
        12,
        'Welcome! The thrift store on Main, go on a Tuesday when they restock. Took me three visits to find a wool one for 18 dollars.',
      ),
      says(
        'noah',
        25,
        'The ice storms are true. I will post before they come, it is the one thing I am good for.',
        says('sofia', 9, 'Thank you, weather friend!'),
      ),
      says(
        'hannah',
        60,
        'I have a spare one that is too short for me. Free if it fits you, come try it on.',
        says('sofia', 15, 'I do not know what to say. Thank you so much!'),
      ),
    ],
  },
  {
    by: 'priya',
    daysAgo: 5.0,
    category: 'all',
    text: 'Calc II table is doubling up before the midterm: Tuesday **and** Thursday, 6 to 9, library second floor by the window. Bring one problem you hate. Whoever wrote "who brings snacks?" on the board: it was your turn.',
    pictures: [{ drawing: 'whiteboard' }],
    savedBy: ['jasmine', 'sofia', 'cody', 'hannah', 'diego'],
    comments: [
      says('cody', 19, 'the curve looks like my grade', says('priya', 5, 'Then come on both days.')),
      says('jasmine', 33, 'It was me. I am bringing kettle corn AND shame.'),
      says(
        'diego',
        140,
        'Series convergence, all of it, is the problem I hate.',
        says('priya', 22, 'That is one problem if we are brave.'),
      ),
    ],
  },
  {
    by: 'sofia',
    daysAgo: 4.4,
    category: 'all',
    text: 'Does somebody know this cat? Orange, blue collar, a little bell. He sits on the library steps every evening and looks at people like a professor. I only want to know his name.',
    pictures: [{ drawing: 'cat' }],
    savedBy: ['hannah', 'amina', 'grace', 'maya', 'priya', 'noah'],
    comments: [
      says(
        'hannah',
        5,
        'THAT IS DEAN. Everyone calls him Dean. He lives with the couple in the yellow house on Chautauqua.',
        says('sofia', 3, 'Dean!! Of course he is Dean.'),
      ),
      says('tunde', 28, 'He sat through my entire phone interview. I got the job. I credit him.'),
      says('amina', 75, 'I have 214 photos of Dean. This is not a joke.', says('priya', 6, 'Exhibition when?')),
    ],
  },
  {
    by: 'noah',
    daysAgo: 2.0,
    category: 'all',
    text: 'If you are near a window facing west: look now. High cloud deck, clean air behind the front, sun under the edge. This is the one I drove to Oklahoma for.',
    pictures: [{ drawing: 'sunset' }],
    savedBy: ['amina', 'maya', 'sofia', 'tunde', 'grace', 'cody', 'hannah'],
    comments: [
      says('amina', 4, 'On the roof of the parking garage already. Of course.'),
      says('grace', 9, 'Rehearsal stopped and all of us went to the window. Thank you.'),
      says('cody', 31, 'pulled the truck over for this'),
    ],
  },
  {
    by: 'hannah',
    daysAgo: 0.5,
    category: 'all',
    text: 'Bake sale for the pre-med mission trip, today 11 to 3 on the South Oval. Chocolate chip, $1 each or six for $5. Labelled by allergen, obviously. The broken ones are free and taste the same.',
    pictures: [{ drawing: 'cookies' }],
    savedBy: ['cody', 'liam', 'jasmine'],
    comments: [
      says('liam', 6, 'I volunteer to break some.', says('hannah', 3, 'There is a list, and you are on it.')),
      says(
        'tunde',
        22,
        'Are they as good as last year? I lectured about those for a week.',
        says('hannah', 12, 'More butter. I ran the numbers.'),
      ),
    ],
  },
  {
    by: 'cody',
    daysAgo: 8.4,
    category: 'all',
    text: 'got a truck and a free saturday. hauling couches desks whatever inside norman, 15 bucks a trip, 20 if theres stairs. comment or just wave me down',
    pictures: [],
    savedBy: ['maya', 'grace', 'jasmine', 'sofia'],
    comments: [
      says(
        'grace',
        41,
        'One sofa to Jasmine, ground floor to second floor, please. Around 10?',
        says('cody', 7, 'got it, 20'),
      ),
      says(
        'maya',
        90,
        'One mirror, upright, with blankets. I will sit in the back and hold it like a baby.',
        says('cody', 5, 'lol ok'),
      ),
    ],
  },
  {
    by: 'tunde',
    daysAgo: 1.1,
    category: 'all',
    text: 'Sunday jollof is on again, 5 pm, my place in Kraettli. Bring a fork, a friend, or a strong opinion. Vegetarian pot on the left, honest pot on the right.',
    pictures: [],
    savedBy: ['priya', 'grace', 'cody', 'amina', 'maya'],
    comments: [
      says('priya', 10, 'Left pot, two forks, one opinion about cardamom.'),
      says('cody', 18, 'right pot', says('tunde', 2, 'I know, my friend.')),
      says(
        'sofia',
        65,
        'May a person come who does not know anybody yet?',
        says('tunde', 4, 'Then you come first and sit in the middle.'),
      ),
    ],
  },
  {
    by: 'liam',
    daysAgo: 0.35,
    category: 'all',
    text: 'Does anyone else lose the wifi in Devon Hall every day between 2 and 3? I have been logging it since Monday and I have a graph. Looking for a second witness before I write to IT.',
    pictures: [],
    savedBy: ['noah'],
    comments: [
      says(
        'priya',
        8,
        'Second floor, yes! 2:10 every single day. I thought it was my laptop.',
        says('liam', 3, 'You are witness number two. Thank you for your service.'),
      ),
      says(
        'diego',
        17,
        'It is when the machine shop next door starts the big compressor. Ask me how I know.',
        says('liam', 5, 'How do you know?', says('diego', 2, 'I start the compressor.')),
      ),
    ],
  },
  {
    by: 'grace',
    daysAgo: 0.2,
    category: 'all',
    text: 'Our quartet plays tonight at 7:30 in Pitman Recital Hall, one hour, free entry. Dvořák, the "American". The second movement is why I did not drop music for accounting. Please come, the front rows are shy.',
    pictures: [],
    savedBy: ['noah', 'amina', 'sofia'],
    comments: [
      says('noah', 5, 'Front row. I will bring the shy people with me.'),
      says(
        'amina',
        14,
        'May I photograph from the side, without shutter noise?',
        says('grace', 6, 'From the left, please. Our violist has a good side.'),
      ),
      says('tunde', 21, 'I will be there straight from the lab. Please pretend the goggle marks are not there.'),
    ],
  },
];
