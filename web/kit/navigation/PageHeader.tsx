import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../IconButton.tsx';
import { Filled, slot } from '../slots.tsx';
import { useMobile } from '../useMediaQuery.ts';
import styles from './PageHeader.module.css';
import { useGoBack } from './useGoBack.ts';

/** Slots in the head of a page, filled by the shell. */
export const headerSlots = {
  /** The site's mark, on phones. */
  mark: slot('mark in the header'),
  /** The button of the account menu, on phones. */
  account: slot('account in the header'),
  /** Below the title. */
  news: slot<{ readonly needsNetwork: boolean }>('news in the header'),
} as const;

/** The head of a page: where one is, the way back, and on phones the account (FEED-29). */
export function PageHeader(props: {
  readonly title: string;
  readonly sub?: string;
  /** `home`: the site's own page, no way back from it. */
  readonly variant: 'home' | 'tab' | 'detail';
  /** Leads somewhere else than to the page before; default: there. */
  readonly onBack?: () => void;
  /** Left out on paper, where the content says it. */
  readonly isScreenOnly?: boolean;
  /** Its forms send at once or not at all: nothing of the page waits for the network. */
  readonly needsNetwork?: true;
  /** Beside Back. */
  readonly besideBack?: ReactNode;
}) {
  const mobile = useMobile();
  const goBack = useGoBack();
  return (
    <div className={styles.header} data-screen-only={props.isScreenOnly || undefined}>
      <div className={styles.row}>
        {props.variant === 'detail' && (
          <IconButton label="Back" className={styles.back} onClick={props.onBack ?? goBack}>
            <ArrowLeft size={22} aria-hidden />
          </IconButton>
        )}
        {props.besideBack}
        {props.variant === 'home' && mobile && (
          <span className={styles.mark}>
            <Filled slot={headerSlots.mark} with={{}} />
          </span>
        )}
        <div className={styles.title}>
          <h1>
            <bdi>{props.title}</bdi>
          </h1>
          {props.sub !== undefined && <span className={styles.sub}>{props.sub}</span>}
        </div>
        {mobile && props.variant !== 'detail' && <Filled slot={headerSlots.account} with={{}} />}
      </div>
      <Filled slot={headerSlots.news} with={{ needsNetwork: props.needsNetwork === true }} />
    </div>
  );
}
