import { ArrowLeft } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../kit/IconButton.tsx';
import styles from './AuthLayout.module.css';

/**
 * One step: a title, a sentence, its fields. The title takes the focus, so that it is nowhere lost on the way from one
 * step to the next; a step with a field to begin with moves it there.
 */
export function AuthForm(props: {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The arrow above the title. */
  readonly back?: { readonly label: string; readonly onClick: () => void };
  readonly onSubmit?: () => void;
  readonly children: ReactNode;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit?.();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {props.back && (
        <IconButton className={styles.back} label={props.back.label} onClick={props.back.onClick}>
          <ArrowLeft size={22} />
        </IconButton>
      )}
      <h1 ref={title} tabIndex={-1}>
        {props.title}
      </h1>
      {props.lead !== undefined && <p className={styles.lead}>{props.lead}</p>}
      {props.children}
    </form>
  );
}
