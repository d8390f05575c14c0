import { DELETION_GRACE_DAYS } from '#domain/deletion/limits.ts';
import { frameSlots } from '../noun.ts';
import type { PolicySection } from './section.ts';

/** Day of the last change of the privacy policy (SETT-18). */
export const PRIVACY_UPDATED = 'June 24, 2022';

/**
 * The Privacy Policy (SETT-18, Q74). Dates and figures are the specification's.
 *
 * @param campus name of the campus as shown, for example "OU"
 * @param supportEmail where questions are answered
 */
export function privacyPolicy(campus: string, supportEmail: string): readonly PolicySection[] {
  return [...aboutData(campus), ...aboutChoices(supportEmail)];
}

function aboutData(campus: string): readonly PolicySection[] {
  return [
    {
      title: '1. What this is about',
      paragraphs: [
        `This policy says which data Quad at ${campus} collects about you, what it is used for, who gets to see it, and what you can do about it.`,
      ],
    },
    {
      title: '2. Data that we collect',
      paragraphs: ['From you:'],
      points: [
        'your name, user name, email address, school email address and password; the password is kept only as a hash;',
        'if you give them: your picture, bio, graduation year, phone number, gender and birth date;',
        'what you post, comment, save and report, with its pictures. Places and cameras are removed from pictures when they arrive;',
        'what you write to our support.',
      ],
    },
    {
      title: '3. Data that comes by itself',
      paragraphs: [
        'Your browser sends us its network address, its kind and its time zone. We use the network address to stop attacks and to find out in which country you are, and the times of your requests to keep the service running. We do not follow you on other sites.',
        'When a sponsored post is shown to you, and when you press something in it, that is counted. Who boosts a post sees numbers, never who you are; the count keeps a code in place of your account or network address.',
      ],
    },
    {
      title: '4. What we use it for',
      paragraphs: [],
      points: [
        'to show your posts and your profile to the people of your campus, and theirs to you;',
        'to make sure that members really belong to the campus;',
        'to send you codes and notices about your account, and, unless you switch them off, emails about what happens on your campus;',
        'to find and stop spam, fraud and harassment;',
        'to meet the duties that the law puts on us.',
      ],
    },
    {
      title: '5. Who gets it',
      paragraphs: [
        'Your name, picture, bio, campus and posts can be seen by everybody who may see your campus: by anyone if the campus is public, by its verified members if it is private. Your email addresses, phone number, gender and birth date are shown to nobody but you.',
        'Companies that store data or send mail for us may use it for that alone. We give data to authorities where the law compels us. We do not sell your data, and we do not share it for advertising by others.',
      ],
    },
    {
      title: '6. Payments',
      paragraphs: [
        'Where you pay for something, our card payment provider collects the data of your card itself, under its own policy. We never see the number of your card; we get its last digits, the amount, and whether the payment succeeded.',
      ],
    },
    {
      title: '7. Security and how long we keep it',
      paragraphs: [
        'Your personal data is encrypted with a key of your own. When your account is erased, the key is destroyed, so that nobody, including us, can read the data any more, also not in backups. Until then we keep it as long as your account stands.',
      ],
    },
  ];
}

function aboutChoices(supportEmail: string): readonly PolicySection[] {
  return [
    {
      title: '8. Your choices',
      paragraphs: [],
      points: [
        'You can change your name, picture, bio and everything under Settings > Account Settings at any time.',
        'You can delete your posts and comments; their pictures go with them. If somebody has reported one, or your profile, its words and pictures stay for our moderators alone, the pictures until 30 days after their decision.',
        'You can switch off emails that are not about your account, in the settings or by the link in each of them.',
        `You can download a copy of your data and delete your account under Settings > Account Settings. A deleted account is hidden at once and erased after ${DELETION_GRACE_DAYS} days; until then you can keep it.`,
      ],
    },
    {
      id: 'cookies',
      title: '9. Cookies and storage',
      paragraphs: [
        'We use no cookies of advertisers and none that follow you. These are all that there are; each is needed for something that you use:',
      ],
      list: frameSlots.keptList,
    },
    {
      title: '10. Your rights in California',
      paragraphs: [
        'If you live in California you may ask which data we have collected about you and get a copy of it, have it corrected or deleted, and object to its sale. Whoever uses these rights is treated as everybody else. Somebody else may ask in your name if you have authorized them in writing.',
        'We do not sell personal data, and in particular no data of users under 16 years of age.',
      ],
    },
    {
      title: '11. Young people',
      paragraphs: [
        'Quad is for people of 16 years and more. If we learn that someone is younger, we erase the account.',
      ],
    },
    {
      title: '12. Changes and contact',
      paragraphs: [
        'If this policy changes in something that matters, we say so in the service before it takes effect.',
        `Questions, and wishes about your data, go to ${supportEmail}.`,
      ],
    },
  ];
}
