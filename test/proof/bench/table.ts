import type { Row } from './figure.ts';

const COLUMNS = ['figure', 'value', 'unit', 'limit', 'ratio', 'goal', 'met'] as const;

function digits(value: number | null): string {
  if (value === null) return '';
  const places = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places });
}

function cells({ figure, value, unit, limit, ratio, goal, met }: Row): readonly string[] {
  const answer = met === null ? '' : met ? 'yes' : 'NO';
  return [figure, digits(value), unit, digits(limit), digits(ratio), goal, answer];
}

/** The table in Markdown, ready for a page. */
export function table(rows: readonly Row[]): string {
  const lines = [[...COLUMNS], ...rows.map(cells)];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const drawn = lines.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [drawn[0], rule, ...drawn.slice(1)].join('\n');
}
