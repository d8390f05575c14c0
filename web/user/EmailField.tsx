import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { banRejections } from '#domain/ban/rejections.ts';
import { EMAIL_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { TextField } from '../kit/Field.tsx';
import styles from './AuthLayout.module.css';
import { banWords } from './banWords.ts';

/**
 * The way to the people who can lift a ban (Q82), and why it was given, where its person has proven to be them: an address
 * that is closed may be somebody else's.
 */
function BanHelp({ reason }: { readonly reason: string | undefined }) {
  return (
    <>
      {reason !== undefined && `${banWords(reason)} `}
      <Link className={styles.link} to="/settings/help">
        Contact support
      </Link>
    </>
  );
}

/** The field for an e-mail address; its autocompletion is the account's name unless it says otherwise. */
export function EmailField({
  banReason,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'label' | 'name' | 'type'> & {
  /** Why the account is banned, where the person has proven to be its owner. */
  readonly banReason?: string | undefined;
}) {
  const isBanned = props.error === banRejections.ACCOUNT_BANNED.text;
  return (
    <TextField
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      maxLength={EMAIL_MAX_CHARACTERS}
      {...props}
      help={isBanned ? <BanHelp reason={banReason} /> : props.help}
    />
  );
}
