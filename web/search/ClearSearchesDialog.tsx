import { useEffect, useState } from 'react';
import { RECENT_SEARCHES_CLEARED } from '#domain/search/limits.ts';
import { showAlert } from '../kit/alertStore.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { useRecent } from './useLists.ts';

/** "Clear all": the whole list, a part after the other (SRCH-03). */
export default function ClearSearchesDialog() {
  const { topic, recent } = useRecent();
  const [clearing, setClearing] = useState(false);
  const send = useDirectCommand();
  const terms = recent.map(({ term }) => term).slice(0, RECENT_SEARCHES_CLEARED);
  const part = terms.join(' ');
  const { hasMore, loadMore, loadingMore } = topic;

  useEffect(() => {
    if (!clearing) return;
    if (part !== '') {
      send('ClearRecentSearches', { terms: part.split(' ') }).catch((error: unknown) => {
        setClearing(false);
        showRefusal(error);
      });
    } else if (hasMore) {
      if (!loadingMore) loadMore();
    } else {
      closeDialog();
      showAlert('success', 'Search History Cleared');
    }
  }, [clearing, part, hasMore, loadMore, loadingMore, send]);

  return (
    <ConfirmDialog
      title="Clear all recent searches?"
      text="This can't be undone"
      confirm="Clear all"
      cancel="Cancel"
      busy={clearing}
      onConfirm={() => setClearing(true)}
      onCancel={closeDialog}
    />
  );
}
