import type { FormHTMLAttributes, Ref } from 'react';
import { useOneAtATime } from './oneAtATime.ts';

/**
 * A form that the page itself sends and checks. While the promise of `onSend` is pending, it is not sent again by Enter
 * or any button (SHEL-13).
 */
export function Form(
  props: Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit' | 'noValidate'> & {
    readonly onSend: () => unknown;
    readonly ref?: Ref<HTMLFormElement>;
  },
) {
  const { onSend, ...rest } = props;
  const run = useOneAtATime();
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        run(onSend);
      }}
    />
  );
}
