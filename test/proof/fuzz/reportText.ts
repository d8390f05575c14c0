import type { CampaignReport } from './campaign.ts';

/** The report as people read it. `files` are the paths of the kept findings, in their order. */
export function reportText(report: CampaignReport, seed: number, files: readonly string[]): string {
  const { inputs, seconds, perKind, longestMs, maxMs, answers, braked, logLines, memory, findings } = report;
  const most = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const { samplesMib, growthMib } = memory;
  const flat = growthMib === null ? 'too short to tell growth' : `growth ${growthMib} MiB (last quarter over second)`;
  const limits = most(maxMs);
  const lines = [
    `seed       ${seed}`,
    `inputs     ${inputs} in ${seconds.toFixed(1)} s: ${Math.round(inputs / seconds)}/s`,
    `kinds      ${most(perKind)}`,
    `longest    ${most(longestMs)} (ms)${limits === '' ? '' : `; at most ${limits}`}`,
    `answers    ${most(answers)}`,
    `braked     ${braked} (${((braked / Math.max(1, inputs)) * 100).toFixed(1)}%)`,
    `log lines  ${logLines}, all searched for secrets`,
    `memory     ${samplesMib.join(' ')} MiB; ${flat}`,
    `findings   ${findings.length}`,
  ];
  const found = findings.flatMap(({ what, at }, index) => [
    '',
    `${index + 1}. ${what}`,
    ...(at === null ? [] : [`   input ${at.number} (${at.kind}): ${JSON.stringify(at.input).slice(0, 400)}`]),
    `   kept in ${files[index]}; again: npm run fuzz -- --replay ${files[index]}`,
  ]);
  return `${[...lines, ...found].join('\n')}\n`;
}
