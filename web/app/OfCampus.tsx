import type { ReactNode } from 'react';
import { maySeeCampus } from '#domain/campus/access.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { Filled } from '../kit/slots.tsx';
import { frameSlots } from '../noun.ts';
import { site } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';

/** A page of this campus, or what is there for those who may not see the campus (CAMP-07). */
export function OfCampus({ children }: { readonly children: ReactNode }) {
  const { access, status } = useViewer();
  if (maySeeCampus(access, site.id)) return children;
  // Perhaps a member, whose account is on its way.
  return status === 'loading' ? <Spinner page /> : <Filled slot={frameSlots.closed} with={{}} />;
}
