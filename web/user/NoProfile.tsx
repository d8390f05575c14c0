import { UserRoundX } from 'lucide-react';
import { ButtonLink } from '../kit/Button.tsx';
import { EmptyState } from '../kit/State.tsx';

/** Shown for an unknown user name. */
export function NoProfile() {
  return (
    <EmptyState
      icon={<UserRoundX size={32} />}
      title="This page doesn't exist"
      text="Nobody here goes by that name."
      action={
        <ButtonLink variant="primary" to="/home">
          Go To Feed
        </ButtonLink>
      }
    />
  );
}
