/** The guards of pages are the domain's: the server decides by the same table (`domain/kernel/pageGuards.ts`). */
export {
  addressOfWay,
  type GuardViewer,
  guard,
  LANDING_PATH,
  LOGIN_PATH,
  NOT_FOUND_PATH,
  type PageKind,
  SCHOOL_PATH,
  VERIFY_PATH,
  type Verdict,
  WANTED,
} from '#domain/kernel/pageGuards.ts';
