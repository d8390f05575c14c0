import type { PolicySection } from './section.ts';

/**
 * The page about Quad, with the campus's name filled in.
 *
 * @param campus name of the campus as shown, for example "OU"
 */
export function aboutQuad(campus: string): readonly PolicySection[] {
  return [
    {
      title: 'A marketplace for one campus',
      paragraphs: [
        `Quad is where students of ${campus} buy, sell and talk. Somebody two buildings away has the desk, the bike or the calculator that you need, and somebody needs yours.`,
        'Everybody who posts has confirmed a school email address, so you deal with people of your own campus. Everything is live: a new post, a comment or a changed price is on your screen as soon as it is written.',
      ],
    },
    {
      title: 'What we care about',
      paragraphs: [],
      points: [
        'People first: you meet, look at the item and pay in person. We take no share of what you sell.',
        'Your data is yours. We do not sell it, and what you delete is deleted.',
        'Campuses are different. Each has its own community with its own colors, and some keep to themselves.',
      ],
    },
    {
      title: 'Who we are',
      paragraphs: [`Quad is not affiliated with, endorsed by or run by ${campus} or any other school.`],
    },
  ];
}
