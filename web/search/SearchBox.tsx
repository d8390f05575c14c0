import { Search as Glass, X } from 'lucide-react';
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { SEARCH_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { Form } from '../kit/Form.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { isGenericSite, site } from '../session/site.ts';
import { addressOf, type Search, TO_TYPE } from './address.ts';
import styles from './SearchBox.module.css';
import type { Cell } from './Suggestions.tsx';

const Suggestions = lazySoon(() => import('./Suggestions.tsx'));

const PLACEHOLDER = `Search ${site.name} Buy / Sell`;

/** Properties of the field that never change. */
const FIELD = {
  type: 'text',
  inputMode: 'search',
  enterKeyHint: 'search',
  role: 'combobox',
  'aria-label': PLACEHOLDER,
  'aria-haspopup': 'grid',
  autoComplete: 'off',
  spellCheck: false,
  dir: 'auto',
  placeholder: PLACEHOLDER,
  maxLength: SEARCH_MAX_CHARACTERS,
} as const;

/**
 * The box by which everything is searched (SRCH-01): a combobox over what was searched before (ARIA: combobox with a
 * grid). On the site of no campus it leads to the schools.
 *
 * @param search present search; a new one keeps its tab and its filters
 */
export function SearchBox({ search }: { readonly search?: Search }) {
  return isGenericSite ? (
    <Link className={styles.box} to="/search_schools">
      <Glass size={20} aria-hidden />
      <span className={styles.placeholder}>{PLACEHOLDER}</span>
    </Link>
  ) : (
    <Combobox search={search} />
  );
}

function Combobox({ search }: { readonly search: Search | undefined }) {
  const id = useId();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const host = useRef<HTMLFormElement>(null);
  const [text, setText] = useText(search?.text);
  const [open, setOpen] = useState(false);
  /** The suggestions as they are shown, by rows, and the one that is chosen. */
  const cells = useRef<readonly (readonly Cell[])[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  useBegin(() => {
    input.current?.focus();
    setOpen(true);
  });

  const close = () => {
    setOpen(false);
    setChosen(null);
  };
  const type = (typed: string) => {
    setText(typed);
    setChosen(null);
    setOpen(true);
  };
  const go = (words: string, kept: Partial<Search>) => {
    const wanted = words.trim();
    // An empty search is ignored (SRCH-05).
    if (wanted === '') return;
    close();
    input.current?.blur();
    navigate(addressOf({ ...kept, text: wanted }));
  };
  const find = (words: string) => go(words, search ?? {});
  const submit = () => {
    const cell = cells.current.flat().find((each) => each.id === chosen);
    if (cell === undefined) find(text);
    else cell.act();
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      return close();
    }
    const next = neighbour(cells.current, chosen, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setOpen(true);
    setChosen(next);
  };
  return (
    <search className={styles.search}>
      <Form
        ref={host}
        onSend={submit}
        onBlur={({ relatedTarget }) => {
          if (!host.current?.contains(relatedTarget)) close();
        }}
      >
        <div className={styles.box}>
          <Glass size={20} aria-hidden />
          <input
            ref={input}
            {...{ ...FIELD, 'aria-expanded': open, 'aria-activedescendant': chosen ?? undefined }}
            aria-controls={`${id}-list`}
            value={text}
            onClick={() => setOpen(true)}
            onKeyDown={move}
            onChange={({ target }) => type(target.value)}
          />
          {text !== '' && (
            <Clear
              onPress={() => {
                type('');
                input.current?.focus();
              }}
            />
          )}
        </div>
        {open && (
          <Suspense>
            <Suggestions
              id={`${id}-list`}
              typed={text}
              chosen={chosen}
              onCells={(rows) => {
                cells.current = rows;
              }}
              onFind={find}
              onFindAlone={(words) => go(words, {})}
              onLeave={close}
            />
          </Suspense>
        )}
      </Form>
    </search>
  );
}

/** The typed text. Another search takes its text along, but no new field: that would get the focus, and a phone's keyboard over the results. */
function useText(searched: string | undefined) {
  const [text, setText] = useState(searched ?? '');
  const [shown, setShown] = useState(searched);
  if (shown !== searched) {
    setShown(searched);
    setText(searched ?? '');
  }
  return [text, setText] as const;
}

/** Begins in the box on a visit that was asked for by the key of the search. */
function useBegin(begin: () => void): void {
  const isToType = useLocation().state === TO_TYPE;
  const latest = useEffectEvent(begin);
  useEffect(() => {
    if (isToType) latest();
  }, [isToType]);
}

function Clear({ onPress }: { readonly onPress: () => void }) {
  return (
    <IconButton label="Clear search" onClick={onPress}>
      <X size={18} aria-hidden />
    </IconButton>
  );
}

/**
 * The suggestion to which a key leads: up and down between rows and to none, left and right within a row; `null`: to
 * none, `undefined`: the key does something else.
 */
export function neighbour(
  rows: readonly (readonly { readonly id: string }[])[],
  chosen: string | null,
  key: string,
): string | null | undefined {
  const at = rows.findIndex((row) => row.some(({ id }) => id === chosen));
  const row = rows[at] ?? [];
  const place = row.findIndex(({ id }) => id === chosen);
  if (key === 'ArrowDown') return rows[at + 1]?.[0]?.id ?? null;
  if (key === 'ArrowUp') return (at === -1 ? rows.at(-1) : rows[at - 1])?.[0]?.id ?? null;
  if (chosen === null) return undefined;
  if (key === 'ArrowRight') return row[place + 1]?.id;
  if (key === 'ArrowLeft') return row[place - 1]?.id;
  return undefined;
}
