import type { Reader } from '#domain/kernel/access.ts';

/** Whether somebody may look into a campus: a closed one has its members only. */
export function mayLookInto({ closed, memberOf }: Pick<Reader, 'closed' | 'memberOf'>, campus: string): boolean {
  return memberOf === campus || !closed.includes(campus);
}
