import { Suspense, useEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { useLateArrivals } from '../post/compose/lateArrivals.ts';
import { DialogHost } from '../shell/DialogHost.tsx';
import { useVisits } from '../shell/useGoBack.ts';
import { Alerts } from '../ui/Alerts.tsx';
import { firstViewStands } from '../ui/firstView.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { useOwnTopic } from '../user/useViewer.ts';
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
