import { DELETION_GRACE_DAYS } from '#domain/deletion/limits.ts';
import type { PolicySection } from './section.ts';

/** The guide "How it works" with its answers to common questions (CAMP-12, SETT-20). */
export function howItWorks(campus: string): readonly PolicySection[] {
  return [
    {
      title: 'As a buyer',
      paragraphs: [],
      points: [
        'Find something: look through the feed, choose a category, or search.',
        'Chat with the seller or comment on the post, and ask what you want to know.',
        'Make an offer.',
        'Meet in a safe place: public, by day, on campus.',
        'Inspect the item, and pay in person when you are content.',
      ],
    },
    {
      title: 'As a seller',
      paragraphs: [],
      points: [
        'Post it, with honest pictures and a price.',
        'Answer messages and comments.',
        'Agree on a price.',
        'Meet the buyer in a safe place.',
        'Swap the item for the payment, and mark the post as sold.',
      ],
    },
    {
      title: 'Questions that are often asked',
      paragraphs: [],
    },
    {
      title: 'Is Quad part of my school?',
      paragraphs: [`No. Quad is not affiliated with, endorsed by or run by ${campus} or any other school.`],
    },
    {
      title: 'Who can join?',
      paragraphs: [
        'Everybody with a school email address: a .edu email is needed to join. It is confirmed by a code that we send there.',
      ],
    },
    {
      title: 'My school is not here. Can you add it?',
      paragraphs: ['Send us a direct message and name your school. New ones are added where enough people ask.'],
    },
    {
      title: 'Does it cost anything?',
      paragraphs: ['No. Buying, selling and talking are free, and we take no share of a sale.'],
    },
  ];
}

/** Customer Support: what people most often need help with (SETT-15). */
export function customerSupport(supportEmail: string): readonly PolicySection[] {
  return [
    {
      title: 'I get no code',
      paragraphs: [
        'A mail may take 1-2 minutes. Look into the spam folder, check the address for typing errors, and ask for the code again. A code is valid for 2 hours.',
      ],
    },
    {
      title: 'I cannot log in',
      paragraphs: [
        'Use "Forgot your password?" on the log-in page. If your account was disabled for a while because of many failed tries, a new password opens it at once.',
      ],
    },
    {
      title: 'My school email is not accepted',
      paragraphs: [
        'It must end in one of the domains that the form names. If your school has another one, write to us from that address.',
      ],
    },
    {
      title: 'Someone behaves badly',
      paragraphs: [
        'Report the profile or the post from its menu. In danger, call 911 first. Trust and Safety says how to meet safely.',
      ],
      link: { to: '/settings/trust_and_safety', label: 'Trust and Safety' },
    },
    {
      title: 'I want my data, or want to leave',
      paragraphs: [
        `Both are under Settings > Account Settings: “Download my data” gives you a copy, and “Delete account” hides the account at once and erases it after ${DELETION_GRACE_DAYS} days, in which you can change your mind. If you cannot log in, write to us from the email address of your account.`,
      ],
    },
    {
      title: 'Anything else',
      paragraphs: ['Write to us by email, or send us a direct message.'],
      link: { to: `mailto:${supportEmail}`, label: supportEmail },
    },
  ];
}
