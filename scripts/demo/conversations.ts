import { line, type StoryTalk } from './story/story.ts';

/** Conversations of the demo campus. Both printed logins have something unread. */
export const talks: readonly StoryTalk[] = [
  {
    by: 'sofia',
    with: 'maya',
    daysAgo: 12.9,
    lines: [
      line('sofia', 2, '', { shares: 'Solid oak desk' }),
      line(
        'sofia',
        1,
        'Hi Maya! It is me from the comments, with the very small table. Does the desk fit through a 30 inch door?',
      ),
      line('maya', 12, 'Hi! The legs come off with four bolts, so yes. This is it from the side:', {
        picture: { drawing: 'desk', crop: { x: 740, y: 400, width: 340, height: 340 } },
      }),
      line('sofia', 6, 'Oh it is beautiful. Can you do 80? I bring cookies.'),
      line(
        'maya',
        4,
        'Cookies accepted. 80 it is. Thursday, 5:30, in front of the Union? We can walk over from there.',
        { isLiked: true },
      ),
      line('sofia', 2, 'Perfect!! See you Thursday.'),
      line('maya', 4_310, 'How is it in your room?'),
      line('sofia', 38, 'I am writing this ON it. My roommate says I have to stop saying thank you.'),
    ],
  },
  {
    by: 'cody',
    with: 'maya',
    daysAgo: 0.2,
    isUnread: true,
    lines: [
      line('cody', 3, 'hey its cody w the truck. you still moving stuff to tulsa in dec?'),
      line('maya', 25, 'Yes! One bookcase, one mirror, eleven boxes. What would you take for a run?'),
      line('cody', 14, '60 and a coffee. mirror rides up front w me so it dont break'),
      line('maya', 9, 'Deal. Saturday the 12th?'),
      line('cody', 96, 'works. ill be there at 9, have the boxes taped pls'),
    ],
  },
  {
    by: 'hannah',
    with: 'diego',
    daysAgo: 11.2,
    isUnread: true,
    lines: [
      line('hannah', 5, '', { shares: 'City bike, 8 speeds' }),
      line('hannah', 1, 'This is the helmet girl. Is 6 on your porch still good?'),
      line('diego', 3, 'Yes! White house with the yellow door, the one that sounds like ratchets.'),
      line('hannah', 195, 'I love it. Bringing cash tomorrow.'),
      line('diego', 7, 'Great. First tune-up is in a month, I wrote it on the frame in chalk.', { isLiked: true }),
      line('hannah', 15_600, 'It makes a small click in third gear. Is that you or me?', {
        picture: { drawing: 'bicycle' },
      }),
    ],
  },
  {
    by: 'amina',
    with: 'liam',
    daysAgo: 12.6,
    lines: [
      line('amina', 4, '', { shares: '27 inch monitor' }),
      line('amina', 1, 'Friday at the library? I bring my laptop and the ugliest test picture I have.'),
      line('liam', 11, 'Friday 3 pm. I bring the calibration report, laminated.'),
      line('amina', 2, 'You did not laminate it.'),
      line('liam', 1, 'I did laminate it.'),
    ],
  },
  {
    by: 'tunde',
    with: 'jasmine',
    daysAgo: 3.4,
    lines: [
      line('tunde', 2, 'Good evening! Two seats together, or two tickets in the same stadium?'),
      line('jasmine', 18, 'Together, row 22, and you can see both end zones. I would not sell you lonely seats.'),
      line('tunde', 5, 'Then I take both. My cousin visits from Lagos, he has only seen it on television.'),
      line('jasmine', 3, 'Bring him early for the band. I transfer them in the app when we meet, east gate at noon?'),
      line('tunde', 2, 'East gate at noon. Thank you, Jasmine.'),
    ],
  },
  {
    by: 'diego',
    with: 'noah',
    daysAgo: 1.3,
    lines: [
      line('diego', 1, 'Weather man, does it rain on Saturday? Asking for a scooter.'),
      line('noah', 44, '40% before ten, then dry and windy from the south. Sell it in the afternoon.'),
      line('diego', 3, 'You should charge for this.'),
      line('noah', 2, 'I accept brake pads.'),
    ],
  },
  {
    by: 'grace',
    with: 'maya',
    daysAgo: 0.1,
    isUnread: true,
    lines: [
      line('grace', 2, 'Hi Maya, is the bookcase spoken for? I have the wall for it, and a friend with a truck.'),
    ],
  },
  {
    by: 'priya',
    with: 'diego',
    daysAgo: 0.12,
    isUnread: true,
    lines: [line('priya', 3, 'Hello Diego! My brakes sing. Do you have an hour before Friday?')],
  },
];
