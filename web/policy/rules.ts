import type { PolicySection } from './section.ts';

/**
 * The Return Policy (SETT-17, Q83). The figures are the specification's; they hold for sales that are paid through a
 * payment service of ours, of which there is none yet.
 */
export const returnPolicy: readonly PolicySection[] = [
  {
    title: 'Look before you pay',
    paragraphs: [
      'You meet in person, so look at the item, try it, and pay when you are content. Most sales end there: they are between you and the seller.',
    ],
  },
  {
    title: 'If something is wrong with it',
    paragraphs: ['For a sale that was paid through a payment service that we offer:'],
    points: [
      'You have 2 days after you received the item to ask the seller for a refund by message.',
      'If the seller declines or does not answer, you have 2 more days to contact us.',
      'So a problem must be reported within 4 days of the exchange.',
      'When a return is agreed on, seller and buyer have 2 days to return the item and the payment.',
      'After that the transaction completes, and can no longer be undone.',
    ],
  },
  {
    title: 'What can be returned',
    paragraphs: [
      'An item that is not what the post said: broken, counterfeit, of another size or kind, or with a fault that was kept from you. An item that you simply no longer want stays yours, unless the seller is so kind.',
    ],
  },
];

/** Trust and Safety (SETT-19, Q75). */
export const trustAndSafety: readonly PolicySection[] = [
  {
    title: 'Be neighborly',
    paragraphs: [
      'These are people of your campus; you may sit next to them tomorrow. Answer messages, keep appointments, say so in time when you cannot come. Nobody is harassed, threatened or demeaned here.',
    ],
  },
  {
    title: 'Be ethical',
    paragraphs: [
      'Describe things as they are, with their faults, in your own pictures. Sell only what is yours to sell and lawful to own. Keep to the price that you agreed on.',
    ],
  },
  {
    title: 'Be proactive',
    paragraphs: ['You keep yourself safe best:'],
    points: [
      'Meet by day in a public place with people around, such as the library or the student union.',
      'Tell a friend where you go, or take one along.',
      'Inspect the item before you pay, and pay in person. Never send money ahead.',
      'Do not give out your password, a code from a mail, or your home address.',
      'If something feels wrong, leave.',
    ],
  },
  {
    title: 'Report it',
    paragraphs: [
      'Report people and posts that break these rules through the app, from the menu of the profile or the post. Our moderators look at every report. In danger, call 911 first.',
    ],
  },
  {
    title: 'Rate each other',
    paragraphs: ['After an exchange, rate each other honestly: it helps the next person to know whom they meet.'],
  },
];
