import { Suspense, useEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { Alerts } from '../kit/Alerts.tsx';
import { firstViewStands } from '../kit/firstView.ts';
import { useVisits } from '../kit/navigation/useGoBack.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { useLateArrivals } from '../post/compose/lateArrivals.ts';
import { useOwnTopic } from '../session/useViewer.ts';
import { DialogHost } from '../shell/DialogHost.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Pages } from './Pages.tsx';
import { useFocusKept } from './useFocusKept.ts';
import { usePageStart } from './usePageStart.ts';

/** The whole client. */
export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Suspense fallback={<Spinner page />}>
          <Standing />
          <Pages />
        </Suspense>
        <DialogHost />
        <Alerts />
      </BrowserRouter>
    </ErrorBoundary>
  );
}

/** What goes on for as long as the page is open. */
function Standing() {
  useOwnTopic();
  useVisits();
  useLateArrivals();
  usePageStart();
  useFocusKept();
  useEffect(firstViewStands, []);
  return null;
}
