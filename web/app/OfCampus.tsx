import { type ComponentType, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { maySeeCampus } from '#domain/campus/access.ts';
import { SHARED_QUERY } from '#domain/kernel/addresses.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { Filled } from '../kit/slots.tsx';
import { frameSlots } from '../noun.ts';
import { site } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';

/**
 * A page of this campus, or what is there for those who may not see the campus (CAMP-07).
 *
 * @param SharedLink leads on what was shared, if it is another campus's
 * @param isOver it lies over another page, which says the same
 */
export function OfCampus({
  SharedLink,
  isOver,
  children,
}: {
  readonly SharedLink: ComponentType | undefined;
  readonly isOver: boolean;
  readonly children: ReactNode;
}) {
  const { access, status } = useViewer();
  const [query] = useSearchParams();
  if (maySeeCampus(access, site.id)) return children;
  // Perhaps a member, whose account is on its way.
  if (status === 'loading') return isOver ? null : <Spinner page />;
  return (
    <>
      {!isOver && <Filled slot={frameSlots.closed} with={{}} />}
      {SharedLink !== undefined && query.get(SHARED_QUERY) === 'true' && (
        <Suspense>
          <SharedLink />
        </Suspense>
      )}
    </>
  );
}
