import { UserRoundX } from 'lucide-react';
import { ButtonLink } from '../kit/Button.tsx';
import { EmptyState } from '../kit/State.tsx';

/** Shown for an unknown user name (PROF-11); its way leads to the search. */
export function NoProfile() {
  return (
    <EmptyState
      icon={<UserRoundX size={32} />}
      title="This page doesn't exist"
      text="Try searching for something else"
      action={
        <ButtonLink variant="primary" to="/search">
          Search
        </ButtonLink>
      }
    />
  );
}
