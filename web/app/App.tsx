import { Suspense, useEffect } from 'react';
import { Alerts } from '../kit/Alerts.tsx';
import { awaitFirstView } from '../kit/firstView.ts';
import type { PageHistory } from '../kit/navigation/pageHistory.ts';
import { useVisits } from '../kit/navigation/useGoBack.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { bySlot, Filled, Fillings } from '../kit/slots.tsx';
import { frameSlots } from '../noun.ts';
import { nouns } from '../nouns.ts';
import { useRights } from '../session/useViewer.ts';
import { DialogHost } from '../shell/DialogHost.tsx';
import { shellFillings } from '../shell/fillings.tsx';
import { useLoggedOut } from '../shell/useLoggedOut.ts';
import { useNewVersion } from '../shell/useNewVersion.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { PageRouter } from './PageRouter.tsx';
import { Pages } from './Pages.tsx';
import { useAlertsLeft } from './useAlertsLeft.ts';
import { useFocusKept } from './useFocusKept.ts';
import { usePageStart } from './usePageStart.ts';

const fillings = bySlot([...shellFillings, ...nouns.flatMap(({ slots = [], dialogs = [] }) => [...slots, ...dialogs])]);

/** The whole client. */
export function App({ history }: { readonly history: PageHistory }) {
  return (
    <ErrorBoundary>
      <PageRouter history={history}>
        <Fillings fillings={fillings}>
          <Suspense fallback={<Spinner page />}>
            <Standing />
            <Pages />
          </Suspense>
          <DialogHost />
          <Alerts />
        </Fillings>
      </PageRouter>
    </ErrorBoundary>
  );
}

/** Effects that run while the page is open; draws nothing. */
function Standing() {
  useRights();
  useVisits();
  usePageStart();
  useAlertsLeft();
  useFocusKept();
  useNewVersion();
  useLoggedOut();
  useEffect(awaitFirstView, []);
  return <Filled slot={frameSlots.always} with={{}} />;
}
