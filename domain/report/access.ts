import { maySeeCampus } from '../campus/access.ts';
import { campusRejection } from '../campus/rejection.ts';
import { mustBeConfirmed, mustBeModerator, type Reader, type Viewer } from '../kernel/access.ts';
import { messageAccess } from '../message/access.ts';
import { messageRejection } from '../message/rejection.ts';

/** Who may report, and look after reports. */
export const reportAccess = {
  /** Cases and reports: moderators, also those about private campuses, whose evidence the reporters have brought. */
  maySee(viewer: Viewer): boolean {
    return mustBeModerator(viewer) === null;
  },
  mayDo: {
    /** On the campus of the person or post, while it is open to the reporter. A school is not needed (Q22). */
    ReportPerson: mayReport,
    ReportPost: mayReport,
    ReportMessage: mayReportMessage,
    TakeCase: mustBeModerator,
    ReleaseCase: mustBeModerator,
    DismissCase: mustBeModerator,
  },
};

/** A message of one's own conversation: of any other nobody learns that it is there (CHAT-22). */
function mayReportMessage(reader: Reader, between: Parameters<typeof messageAccess.maySee>[1] | null) {
  const denied = mustBeConfirmed(reader);
  if (denied !== null) return denied;
  return between !== null && messageAccess.maySee(reader, between) ? null : messageRejection('MESSAGE_UNKNOWN');
}

function mayReport(reader: Reader, { campus }: { readonly campus: string }) {
  const denied = mustBeConfirmed(reader);
  if (denied !== null) return denied;
  return maySeeCampus(reader, campus) ? null : campusRejection('CAMPUS_PRIVATE');
}
