import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { cx } from './cx.ts';
import styles from './Field.module.css';
import { IconButton } from './IconButton.tsx';

interface Described {
  readonly label: string;
  /** Shown under the field and read with it; `null`: valid, or not checked yet. */
  readonly error?: string | null;
  /** How the error is mended, in a line below it. */
  readonly help?: ReactNode;
  readonly hint?: ReactNode;
  /** Such as "12 / 160". */
  readonly counter?: string;
}

function useDescription({ error, help, hint, counter }: Described) {
  const id = useId();
  const described = Boolean(error ?? hint ?? counter);
  return {
    id,
    aria: { 'aria-invalid': error ? true : undefined, 'aria-describedby': described ? `${id}-below` : undefined },
    below: (
      <div className={styles.below} id={`${id}-below`}>
        {error ? (
          <span>
            <span className={styles.error}>
              <CircleAlert size={16} aria-hidden />
              <span>{error}</span>
            </span>
            {help && <span className={styles.help}>{help}</span>}
          </span>
        ) : (
          hint
        )}
        {counter && <span className={styles.counter}>{counter}</span>}
      </div>
    ),
  } as const;
}

/** One line of text with its label above and its error below. */
export function TextField({
  label,
  error,
  help,
  hint,
  counter,
  className,
  ...input
}: Described & { readonly ref?: Ref<HTMLInputElement> } & InputHTMLAttributes<HTMLInputElement>) {
  const field = useDescription({ label, error, help, hint, counter });
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={field.id}>
        {label}
      </label>
      <input id={field.id} dir="auto" className={cx(styles.input, className)} {...field.aria} {...input} />
      {field.below}
    </div>
  );
}

/** A password field with a button to show it; pasting and password managers work. */
export function PasswordField({
  label,
  error,
  hint,
  ...input
}: Described & { readonly ref?: Ref<HTMLInputElement> } & InputHTMLAttributes<HTMLInputElement>) {
  const [shown, setShown] = useState(false);
  const field = useDescription({ label, error, hint });
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={field.id}>
        {label}
      </label>
      <div className={styles.reveal}>
        <input
          id={field.id}
          className={styles.input}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          {...field.aria}
          {...input}
        />
        <IconButton label={shown ? 'Hide password' : 'Show password'} onClick={() => setShown(!shown)}>
          {shown ? <EyeOff size={20} /> : <Eye size={20} />}
        </IconButton>
      </div>
      {field.below}
    </div>
  );
}

/** The code from a mail: digits, large, offered by the phone's keyboard (one-time-code). */
export function CodeField({
  label,
  error,
  help,
  hint,
  ...input
}: Described & { readonly ref?: Ref<HTMLInputElement> } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <TextField
      label={label}
      error={error}
      help={help}
      hint={hint}
      className={styles.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      spellCheck={false}
      {...input}
    />
  );
}

/** Several lines of plain text. */
export function TextArea({
  label,
  error,
  hint,
  counter,
  ...area
}: Described & { readonly ref?: Ref<HTMLTextAreaElement> } & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const field = useDescription({ label, error, hint, counter });
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={field.id}>
        {label}
      </label>
      <textarea id={field.id} dir="auto" className={cx(styles.input, styles.area)} {...field.aria} {...area} />
      {field.below}
    </div>
  );
}

/** A choice of one of many, by the platform's own list. */
export function SelectField({
  label,
  error,
  hint,
  children,
  ...select
}: Described & { readonly ref?: Ref<HTMLSelectElement> } & SelectHTMLAttributes<HTMLSelectElement>) {
  const field = useDescription({ label, error, hint });
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={field.id}>
        {label}
      </label>
      <select id={field.id} className={cx(styles.input, styles.select)} {...field.aria} {...select}>
        {children}
      </select>
      {field.below}
    </div>
  );
}

/** A tick with its sentence beside it. */
export function Checkbox({
  children,
  ...input
}: { readonly children: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input id={id} type="checkbox" {...input} />
      <label htmlFor={id}>{children}</label>
    </div>
  );
}
