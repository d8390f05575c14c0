import { useId } from 'react';
import { MINUTES_PER_DAY } from '#domain/ad/limits.ts';
import { saidDuration } from '#domain/ad/spending.ts';
import styles from './Ads.module.css';

/** The slider of days (BOOST-04). */
export function DurationField(props: {
  readonly days: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (days: number) => void;
}) {
  const { days, min, max } = props;
  const id = useId();
  const said = saidDuration(days * MINUTES_PER_DAY);
  return (
    <div className={styles.duration}>
      <label htmlFor={id}>Duration</label>
      <output htmlFor={id}>{said}</output>
      <input
        id={id}
        type="range"
        name="days"
        min={min}
        max={max}
        value={days}
        aria-valuetext={said}
        onChange={({ target }) => props.onChange(Number(target.value))}
      />
    </div>
  );
}
