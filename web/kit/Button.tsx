import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type To } from 'react-router';
import styles from './Button.module.css';
import { cx } from './cx.ts';
import { useOneAtATime } from './oneAtATime.ts';

interface Look {
  /** `primary` once per view; `danger` destroys and is never the default. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  /** As wide as its container. */
  readonly wide?: boolean;
}

function look({ variant = 'secondary', size = 'medium', wide = false }: Look, className?: string): string {
  return cx(styles.button, styles[variant], size !== 'medium' && styles[size], wide && styles.wide, className);
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'> {
  /** While the promise that it answers is pending, another press does nothing (SHEL-13). */
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  readonly icon?: ReactNode;
  /** Busy: it does nothing, but keeps the focus for its next state. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with words on it. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, busy, onClick, className, children, type = 'button', ...rest } = props;
  const run = useOneAtATime();
  return (
    <button
      type={type}
      className={look({ variant, size, wide }, className)}
      aria-disabled={busy || undefined}
      onClick={busy || onClick === undefined ? undefined : (event) => run(() => onClick(event))}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

/** A link to another site that looks like a button; it opens in a tab of its own. */
export function ExternalButton(
  props: Look & { readonly href: string; readonly children: ReactNode; readonly icon?: ReactNode },
) {
  const { variant, size, wide, icon, href, children } = props;
  return (
    <a className={look({ variant, size, wide })} href={href} target="_blank" rel="noopener noreferrer">
      {icon}
      {children}
    </a>
  );
}

/** A link that looks like a button: it leads somewhere and has no other effect. */
export function ButtonLink(
  props: Look & {
    readonly to: To;
    readonly state?: unknown;
    readonly children: ReactNode;
    readonly icon?: ReactNode;
    readonly className?: string;
    readonly replace?: boolean;
    readonly onClick?: () => void;
    readonly ref?: Ref<HTMLAnchorElement>;
  },
) {
  const { variant, size, wide, icon, className, children, ...link } = props;
  return (
    <Link className={look({ variant, size, wide }, className)} {...link}>
      {icon}
      {children}
    </Link>
  );
}
