import type { Reader } from '../kernel/access.ts';

/** Who may see what an ad has brought: its owner alone (ANLT-04, Q67). Nobody counts but the house. */
export const impressionAccess = {
  maySee({ userId }: Reader, { author }: { readonly author: string }): boolean {
    return userId !== null && userId === author;
  },
  mayDo: {},
};
