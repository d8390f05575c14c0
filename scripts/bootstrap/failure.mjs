/** Why the clone can't be made ready, in words for the person who ran it: what failed and what to do. */
export class SetUpFailed extends Error {}
