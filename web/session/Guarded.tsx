import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { Spinner } from '../kit/Spinner.tsx';
import { rememberReturn, returnPath, schoolIsDue } from './chainMemory.ts';
import { addressOfWay, guard, LOGIN_PATH, type PageKind, VERIFY_PATH } from './guard.ts';
import { nextInChain } from './signInChain.ts';
import { isGenericSite } from './site.ts';
import { useViewer } from './useViewer.ts';

/** Shows a page to those who may see it and leads the others to where they have to go first (`guard.ts`). */
export function Guarded({ page, children }: { readonly page: PageKind; readonly children: ReactNode }) {
  const viewer = useViewer();
  const location = useLocation();
  const verdict = guard(page, viewer, isGenericSite);
  switch (verdict) {
    case 'show':
      return children;
    case 'wait':
      return <Spinner page />;
    case 'continue':
      return (
        <Navigate
          replace
          to={nextInChain({
            verified: viewer.verified,
            schoolVerified: viewer.schoolVerified,
            genericSite: isGenericSite,
            askForSchool: schoolIsDue(),
            returnPath: returnPath(),
          })}
        />
      );
    default: {
      const wanted = location.pathname + location.search;
      // A person who has to confirm an address or to log in first returns to this page afterwards.
      if (verdict.to === VERIFY_PATH || verdict.to === LOGIN_PATH) rememberReturn(wanted);
      return <Navigate replace to={addressOfWay(verdict.to, wanted)} />;
    }
  }
}
