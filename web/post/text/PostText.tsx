import { useMemo, useState } from 'react';
import { isBlank } from '#domain/post/plainText.ts';
import type { RichText } from '#domain/post/richText.ts';
import { cx } from '../../kit/cx.ts';
import { sitePlace } from '../../session/site.ts';
import styles from './PostText.module.css';
import { foldedText, isBlankLine, type Line, type Piece, previewText, titled } from './preview.ts';
import { useLinks } from './useLinks.ts';

/**
 * A post's text: links found, lists and marks as written; in the feed only its beginning with "See more" (FEED-17,
 * FEED-18). Everything is drawn as text nodes: nothing in it can run.
 */
export function PostText(props: {
  readonly text: RichText | null;
  /** The opened post: large and whole. */
  readonly whole?: boolean;
  readonly large?: boolean;
  /** Its first line is the title of a post. */
  readonly titled?: boolean;
}) {
  const { text, whole = false } = props;
  const [open, setOpen] = useState(false);
  const findLinks = useLinks();
  const shown = useMemo(
    () =>
      text === null || isBlank(text)
        ? null
        : whole || open
          ? previewText(text, Number.POSITIVE_INFINITY, sitePlace, findLinks)
          : foldedText(text, sitePlace, findLinks),
    [text, whole, open, findLinks],
  );
  if (shown === null) return null;
  return (
    <div>
      <div className={cx(styles.text, props.large && styles.large)} data-searched>
        {drawLines(props.titled === true ? titled(shown.lines) : shown.lines)}
      </div>
      {(shown.cut || open) && !whole && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'See less' : 'See more'}
        </button>
      )}
    </div>
  );
}

/** Neighbouring items of one type make a list. */
function drawLines(lines: readonly Line[]) {
  const groups: { type: Line['type']; lines: Line[] }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last !== undefined && last.type === line.type) last.lines.push(line);
    else groups.push({ type: line.type, lines: [line] });
  }
  // Texts are replaced as a whole, so an index identifies a part.
  return groups.map((group, index) => <Group key={String(index)} {...group} />);
}

function Group({ type, lines }: { readonly type: Line['type']; readonly lines: readonly Line[] }) {
  if (type === 'paragraph')
    return lines.map((line, place) => (
      <p key={String(place)} dir="auto">
        {isBlankLine(line) ? <br /> : drawPieces(line.pieces)}
      </p>
    ));
  const List = type === 'bulleted-item' ? 'ul' : 'ol';
  return (
    <List dir="auto">
      {lines.map((line, place) => (
        <li key={String(place)}>{drawPieces(line.pieces)}</li>
      ))}
    </List>
  );
}

function drawPieces(pieces: readonly Piece[]) {
  return pieces.map((piece, place) => {
    const key = String(place);
    let drawn = <>{piece.text}</>;
    if (piece.bold) drawn = <strong>{drawn}</strong>;
    if (piece.italic) drawn = <em>{drawn}</em>;
    if (piece.href === null) return <span key={key}>{drawn}</span>;
    return (
      <a
        key={key}
        // A direction of its own: an address does not reorder the words around it.
        dir="auto"
        href={piece.href}
        rel="noopener noreferrer nofollow ugc"
        {...(piece.kind === 'phone' || piece.kind === 'email' ? {} : { target: '_blank' })}
      >
        {drawn}
      </a>
    );
  });
}
