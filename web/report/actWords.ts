/** Words of each act in the audit trail before and after the name of its person or campus, by its event. */
export const actWords: Readonly<Record<string, readonly [before: string, after?: string]>> = {
  CaseTaken: ['took the report about'],
  CaseReleased: ['released the report about'],
  CaseClosed: ['decided the report about'],
  PostDeleted: ['removed a post or comment of'],
  PersonBanned: ['banned'],
  BanLifted: ['lifted the ban of'],
  ModeratorAppointed: ['made', 'a moderator'],
  ModeratorDismissed: ['took the role of a moderator from'],
  AnalyticsOptedOut: ['left', 'out of the statistics'],
  AnalyticsOptedIn: ['counts', 'in the statistics again'],
  CampusPrivacyChanged: ['changed the privacy of'],
  AdReviewBegun: ['began to review an ad of'],
  AdScheduled: ['scheduled an ad of'],
  AdApproved: ['approved an ad of'],
  AdRejected: ['rejected an ad of'],
  SearchTermTakenBack: ['took a popular search back from'],
};
