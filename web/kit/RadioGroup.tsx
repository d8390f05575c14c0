import { CircleAlert } from 'lucide-react';
import { type Ref, useId } from 'react';
import styles from './Field.module.css';

/** A choice of one of a few. `ref` is the first one's control, for the focus. */
export function RadioGroup<Value extends string>(props: {
  readonly label: string;
  readonly options: Readonly<Record<Value, string>>;
  readonly value: Value | null;
  readonly error?: string | null | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  readonly onChange: (value: Value) => void;
}) {
  const id = useId();
  const options = Object.entries(props.options) as [Value, string][];
  return (
    <fieldset className={styles.group} aria-describedby={`${id}-below`} aria-invalid={props.error ? true : undefined}>
      <legend className={styles.label}>{props.label}</legend>
      {options.map(([value, text], index) => (
        <label key={value} className={styles.option}>
          <input
            ref={index === 0 ? props.ref : undefined}
            type="radio"
            name={id}
            checked={props.value === value}
            onChange={() => props.onChange(value)}
          />
          {text}
        </label>
      ))}
      <div className={styles.below} id={`${id}-below`}>
        {props.error && (
          <span className={styles.error}>
            <CircleAlert size={16} aria-hidden />
            <span>{props.error}</span>
          </span>
        )}
      </div>
    </fieldset>
  );
}
