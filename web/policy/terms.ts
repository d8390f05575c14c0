import type { PolicySection } from './section.ts';

/** Day of the last change of the terms (SETT-16). */
export const TERMS_UPDATED = 'May 27, 2021';

/**
 * The Terms of Service with the campus's name filled in (SETT-16, AUTH-35, Q83). The figures are the specification's.
 *
 * @param campus name of the campus as shown, for example "OU"
 */
export function termsOfService(campus: string): readonly PolicySection[] {
  return [
    {
      title: '1. Agreement',
      paragraphs: [
        `These Terms of Service govern your use of Quad at ${campus} (the “Service”), a place where students of ${campus} buy, sell and talk. By creating an account or using the Service you agree to them. If you do not agree, do not use the Service.`,
        `Quad is not affiliated with, endorsed by or run by ${campus} or any other school.`,
      ],
    },
    {
      title: '2. Who may use the Service',
      paragraphs: [
        'You must be at least 16 years old. If you are under the age of majority where you live, you need the permission of a parent or guardian.',
        `To become a member of the ${campus} community you must confirm a school email address of ${campus}. You may look at public communities without an account.`,
      ],
    },
    {
      title: '3. Your account',
      paragraphs: [
        'Give true information, keep your password to yourself and tell us when you think that someone else uses your account. You are responsible for what happens under it. One person may have one account.',
      ],
    },
    {
      title: '4. What you post',
      paragraphs: [
        'What you post stays yours. You give us the right to store it, show it and pass it on within the Service for as long as it stands there. You can edit and delete your posts and comments at any time.',
        'You may not post anything that',
      ],
      points: [
        'is against the law, stolen, counterfeit or dangerous;',
        'harasses, threatens or demeans others;',
        'shows private data of others without their permission;',
        'is misleading about what you sell or who you are;',
        'is spam, or is made to break or overload the Service.',
      ],
    },
    {
      title: '5. Buying and selling',
      paragraphs: [
        'The Service brings buyers and sellers together. A sale is a contract between them; we are not a party to it, and we do not check items, prices or people. Meet in a safe, public place, inspect the item and pay in person.',
        'Where a sale is paid through a payment service that we offer, these rules hold as well:',
      ],
      points: [
        'A seller ships a sold item within 3 business days.',
        'A payout typically arrives 3-5 business days after delivery.',
        'A seller has 90 days to set up a payment account; funds that are not claimed by then may be returned to the buyer.',
      ],
    },
    {
      title: '6. Moderation',
      paragraphs: [
        'We may remove content and suspend or close accounts that break these terms or the law, or that put others at risk. We say why where we can.',
      ],
    },
    {
      title: '7. No warranty',
      paragraphs: [
        'The Service is provided “as is” and “as available”. To the extent that the law allows, we give no warranty of any kind, express or implied, and we do not promise that the Service is free of errors or always there.',
      ],
    },
    {
      title: '8. Limit of liability',
      paragraphs: [
        'To the extent that the law allows, we are not liable for indirect or consequential damage, or for what other people do. Our whole liability for all claims is limited to the greater of $100 or the amount of the payments that you made to us in the twelve months before the claim.',
        'A claim must be brought within one year after it arose; after that it is lost.',
      ],
    },
    {
      title: '9. Disputes and arbitration',
      paragraphs: [
        'Before anyone starts an arbitration, they send the other side a written notice that describes the dispute, and both try to settle it for 30 days.',
        'A dispute that is not settled is decided by one neutral arbitrator, one case at a time, and not as a class action. An arbitration about less than $10,000 may be held remotely, by telephone, video or documents.',
        'You may opt out of arbitration by telling us in writing within 30 days after you first agreed to these terms. Small claims courts stay open to both sides.',
      ],
    },
    {
      title: '10. Changes',
      paragraphs: [
        'We may change these terms. We say so in the Service before a change that matters takes effect. If you go on using the Service afterwards, you agree to the changed terms.',
      ],
    },
    {
      title: '11. The end',
      paragraphs: [
        'You may stop using the Service and delete your account under Settings > Account Settings at any time. What by its nature lasts, such as the limit of liability and the rules about disputes, holds on.',
      ],
    },
  ];
}
