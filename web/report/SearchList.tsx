import { type SearchTotal, searchTotals } from '#projections/search/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { Button } from '../kit/Button.tsx';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { site } from '../session/site.ts';
import { takeBackDialog } from './dialogs.ts';
import { Entries } from './Entries.tsx';
import styles from './ModerationPage.module.css';

/** The popular searches of this campus (SRCH-18): everybody sees them, so a moderator can take one back. */
export function SearchList() {
  return (
    <Entries
      label={`Popular searches of ${site.name}`}
      topic={topicName.popularSearches(site.id)}
      collection={searchTotals}
      empty="No search is popular yet"
      entry={(total) => <SearchEntry total={total} />}
    />
  );
}

function SearchEntry({ total: { id, text, totalViews } }: { readonly total: SearchTotal }) {
  if (text === null) return null;
  return (
    <div className={styles.line}>
      <div>
        <strong>
          <bdi>{text}</bdi>
        </strong>
        <p className={styles.meta}>
          {totalViews.toLocaleString('en-US')} {totalViews === 1 ? 'search' : 'searches'}
        </p>
      </div>
      <Button
        size="small"
        aria-label={`Take back ${text}`}
        onClick={() => openDialog(takeBackDialog, { term: id, text })}
      >
        Take back
      </Button>
    </div>
  );
}
