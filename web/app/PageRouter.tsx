import { type ReactNode, useSyncExternalStore } from 'react';
import { Router } from 'react-router';
import { type PageHistory, PageHistoryContext } from '../kit/navigation/pageHistory.ts';

/**
 * Draws the page of the address at once, in the task that has changed it. React's router would draw it as a transition:
 * until the next page's code is there, or its drawing done, one would see the page before and press on it, and what was
 * pressed would be decided by the page before, at the next one's address. So a page whose code is on its way shows that it
 * is loading (`Pages`), and nobody can press on a page that has been left.
 */
export function PageRouter({ history, children }: { readonly history: PageHistory; readonly children: ReactNode }) {
  // An external store is never drawn as a transition, wherever it is changed.
  const { action, location } = useSyncExternalStore(history.subscribe, history.present);
  return (
    <PageHistoryContext value={history}>
      <Router navigator={history.navigator} navigationType={action} location={location} useTransitions={false}>
        {children}
      </Router>
    </PageHistoryContext>
  );
}
