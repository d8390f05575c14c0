import { Compass } from 'lucide-react';
import { ButtonLink } from '../kit/Button.tsx';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { EmptyState } from '../kit/State.tsx';

/** `/404` (SHEL-09). */
export default function NotFoundPage() {
  return (
    <>
      <PageHeader variant="detail" title="Error 404" />
      <EmptyState
        icon={<Compass size={32} />}
        title="This page doesn't exist"
        text="It may have moved, or it never was."
        action={
          <ButtonLink variant="primary" to="/home">
            Go To Feed
          </ButtonLink>
        }
      />
    </>
  );
}
