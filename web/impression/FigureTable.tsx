import styles from './Figures.module.css';
import type { Point } from './series.ts';
import { COUNTER_LABELS, saidCount } from './words.ts';

/** All figures of a chart in numbers: the same for everybody, and what a screen reader reads in the place of the bars. */
export function FigureTable({ points, caption }: { readonly points: readonly Point[]; readonly caption: string }) {
  return (
    <details className={styles.details}>
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls sideways has to be reached by keyboard */}
      <section className={styles.scroll} aria-label={caption} tabIndex={0}>
        <table className={styles.table}>
          <caption className={styles.legend}>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              {COUNTER_LABELS.map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.from}>
                <th scope="row">{point.label}</th>
                {COUNTER_LABELS.map(([name]) => (
                  <td key={name}>{saidCount(point[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
