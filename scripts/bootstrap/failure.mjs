/** Why the clone cannot be set up, in words for its user: what failed and what to do. */
export class SetUpFailed extends Error {}
