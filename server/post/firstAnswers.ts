import { postAccess } from '#domain/post/access.ts';
import type { CreateFirstAnswers } from '../http/firstView.ts';
import { readReader } from '../read/reader.ts';
import { categoryCountsOf } from './categoryCounts.ts';

/** Pages whose chips are the busiest categories of the campus. */
const PATHS = new Set(['/', '/home', '/media', '/search']);

/** The posts of each category, for the chips above a feed, its photos and what is found. */
export const postFirstAnswers: CreateFirstAnswers = ({ readStore, clock }) => {
  const countsOf = categoryCountsOf({ readStore, clock });
  return async (path, { campus, userId }) => {
    if (!PATHS.has(path) || !postAccess.maySee(await readReader(readStore, userId), { campus })) return {};
    const counted = await countsOf(campus);
    return Object.keys(counted.counts).length === 0 ? {} : { [`/api/categories/${campus}`]: counted };
  };
};
