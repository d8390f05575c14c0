import { reveal } from '#domain/kernel/personal.ts';
import { REPORTS_PER_DAY } from '#domain/report/limits.ts';
import { perDay } from '../fairness/rate.ts';
import { defineServerNoun } from '../noun.ts';
import { evidenceHolds } from './evidence.ts';
import { createEvidenceReactor, evidenceSweep } from './release.ts';
import { createReportReactor } from './settle.ts';

const handled = 'How moderators handled reports, and which of them.';

/** Reports: their limit a day, what settles them, and what is kept for them. */
export const reportNoun = defineServerNoun({
  name: 'report',
  archive: {
    Reported: ({ data }) => ({ what: `You reported a ${data.kind}`, text: reveal(data.text) }),
    EvidenceKept: {
      withheld: 'Copies of your texts that others have reported: they would say that there is a report.',
    },
    EvidenceReleased: { withheld: handled },
    CaseTaken: { withheld: handled },
    CaseReleased: { withheld: handled },
    CaseClosed: { withheld: handled },
  },
  reactors: {
    report: ({ dispatcher, logger }) => createReportReactor(dispatcher, logger),
    evidence: createEvidenceReactor,
  },
  sweeps: [evidenceSweep],
  fileHolds: evidenceHolds,
  rates: [
    {
      name: 'reports',
      commands: ['ReportPerson', 'ReportPost', 'ReportMessage'],
      rate: perDay(REPORTS_PER_DAY),
    },
  ],
});
