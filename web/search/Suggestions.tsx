import { History, Plus, TrendingUp, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { POPULAR_SEARCHES_SHOWN } from '#domain/search/limits.ts';
import { sameSearch } from '#domain/search/text.ts';
import { showAlert } from '../kit/alertStore.ts';
import { cx } from '../kit/cx.ts';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { clearSearchesDialog } from './dialogs.ts';
import styles from './SearchBox.module.css';
import { usePopular, useRecent } from './useLists.ts';

/** Recent searches that are shown below the box. */
const RECENT_SHOWN = 6;

/** Something that can be chosen by the arrow keys. */
export interface Cell {
  readonly id: string;
  readonly act: () => void;
}

interface Row {
  readonly key: string;
  readonly text: string;
  readonly icon: ReactNode;
  readonly find: Cell;
  readonly beside: Cell & { readonly label: string; readonly icon: ReactNode };
}

/** Below the box: one's own searches and those of many, as far as they begin with the typed text (SRCH-02). */
export default function Suggestions(props: {
  readonly id: string;
  readonly typed: string;
  readonly chosen: string | null;
  readonly onCells: (rows: readonly (readonly Cell[])[]) => void;
  readonly onFind: (text: string) => void;
  /** Without the present tab and filters. */
  readonly onFindAlone: (text: string) => void;
  readonly onLeave: () => void;
}) {
  const { id, typed, chosen, onCells, onFind, onFindAlone } = props;
  const isUser = useSession(({ status }) => status === 'user');
  const begins = (text: string) => sameSearch(text).startsWith(sameSearch(typed));
  const { recent } = useRecent();
  const { popular } = usePopular();
  const change = useChanges(recent);
  const own: readonly Row[] = recent
    .filter(({ text }) => begins(text))
    .slice(0, RECENT_SHOWN)
    .map(({ searchId, term, text }) => ({
      ...{ key: term, text, icon: <History size={18} aria-hidden /> },
      find: { id: `${id}-${term}`, act: () => onFind(text) },
      beside: {
        ...{ id: `${id}-${term}-x`, label: `Remove ${text}`, icon: <X size={18} aria-hidden /> },
        act: () => change.remove(searchId),
      },
    }));
  const many: readonly Row[] = popular
    .filter(({ text }) => begins(text))
    .slice(0, POPULAR_SEARCHES_SHOWN)
    .map(({ text }, index) => ({
      ...{ key: text, text, icon: <TrendingUp size={18} aria-hidden /> },
      // A popular item opens its text alone (SRCH-06).
      find: { id: `${id}-${index}`, act: () => onFindAlone(text) },
      beside: {
        ...{ id: `${id}-${index}-add`, label: `Add ${text} to My Recent`, icon: <Plus size={18} aria-hidden /> },
        act: () => change.add(text),
      },
    }));
  const cellsOf = ({ find, beside }: Row) => (isUser ? [find, beside] : [find]);
  const rows = [...many, ...own].map(cellsOf);
  useEffect(() => onCells(rows));
  useEffect(() => () => onCells([]), [onCells]);
  const drawn = (list: readonly Row[]) =>
    list.map((row) => <Suggested key={row.key} row={row} cells={cellsOf(row)} chosen={chosen} />);
  return (
    <div className={styles.panel}>
      {/* biome-ignore lint/a11y/useSemanticElements: a grid of a combobox is no table */}
      <div role="grid" id={id} aria-label="Suggestions" tabIndex={-1}>
        {many.length > 0 && <Group title="Popular searches">{drawn(many)}</Group>}
        {own.length > 0 && <Group title="My Recent">{drawn(own)}</Group>}
      </div>
      {own.length > 0 && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => {
            props.onLeave();
            openDialog(clearSearchesDialog, {});
          }}
        >
          Clear all
        </button>
      )}
      {typed.trim() === '' ? (
        <p className={styles.hint}>Try searching for keywords</p>
      ) : (
        <button type="button" className={styles.typed} onClick={() => onFind(typed)}>
          Search for “<bdi>{typed.trim()}</bdi>”
        </button>
      )}
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a grid that is no table
    <div role="rowgroup" aria-label={title}>
      <div className={styles.title} aria-hidden>
        {title}
      </div>
      {children}
    </div>
  );
}

function Suggested({
  row: { text, icon, find, beside },
  cells,
  chosen,
}: {
  readonly row: Row;
  readonly cells: readonly Cell[];
  readonly chosen: string | null;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of a grid that is no table
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box (aria-activedescendant)
    <div role="row" className={styles.row}>
      <PressedCell cell={find} className={styles.find} chosen={chosen}>
        {icon}
        <bdi>{text}</bdi>
      </PressedCell>
      {cells.length > 1 && (
        <PressedCell cell={beside} className={styles.beside} chosen={chosen} label={beside.label}>
          {beside.icon}
        </PressedCell>
      )}
    </div>
  );
}

/** A cell that is pressed; the focus stays in the box. */
function PressedCell(props: {
  readonly cell: Cell;
  readonly className: string | undefined;
  readonly chosen: string | null;
  readonly label?: string;
  readonly children: ReactNode;
}) {
  const { cell, chosen } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a grid that is no table
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    <div
      role="gridcell"
      id={cell.id}
      aria-label={props.label}
      aria-selected={cell.id === chosen}
      className={cx(props.className, cell.id === chosen && styles.chosen)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={cell.act}
    >
      {props.children}
    </div>
  );
}

/** Changes of the own list, each with its alert. */
function useChanges(recent: ReturnType<typeof useRecent>['recent']) {
  const send = useDirectCommand();
  const say = (sent: Promise<unknown>, text: string) => {
    sent.then(() => showAlert('success', text)).catch((error: unknown) => showRefusal(error));
  };
  return {
    remove: (searchId: string) => say(send('RemoveRecentSearch', { searchId }), 'Recent Search Removed'),
    add(text: string) {
      // A search made again moves up silently; only who adds it on purpose is answered (Q55).
      if (recent.some((each) => sameSearch(each.text) === sameSearch(text))) {
        return showAlert('okay', 'That query has already been added.');
      }
      say(send('AddRecentSearch', { campus: site.id, text }), 'Recent Search Added');
    },
  };
}
