import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form } from '../kit/Form.tsx';
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
  /** Another press does nothing while its promise is pending. */
  readonly onSubmit?: () => unknown;
  readonly children: ReactNode;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Form className={styles.form} onSend={() => props.onSubmit?.()}>
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
    </Form>
  );
}
