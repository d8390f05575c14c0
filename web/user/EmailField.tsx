import type { ComponentProps } from 'react';
import { EMAIL_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { TextField } from '../kit/Field.tsx';

/** The field for an e-mail address; its autocompletion is the account's name unless it says otherwise. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'name' | 'type'>) {
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
    />
  );
}
