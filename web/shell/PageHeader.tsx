import { ArrowLeft, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../kit/IconButton.tsx';
import { useGoBack } from '../kit/navigation/useGoBack.ts';
import { useMobile } from '../kit/useMediaQuery.ts';
import { CampusMark } from '../session/CampusMark.tsx';
import { useViewer } from '../session/useViewer.ts';
import { UserAvatar } from '../user/UserAvatar.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import styles from './PageHeader.module.css';

/** The head of a page: where one is, the way back, and on phones the account (FEED-29). */
export function PageHeader(props: {
  readonly title: string;
  readonly sub?: string;
  /** `home`: the campus's own page, no way back from it. */
  readonly variant: 'home' | 'tab' | 'detail';
  readonly actions?: ReactNode;
}) {
  const mobile = useMobile();
  const { person } = useViewer();
  const goBack = useGoBack();
  return (
    <div className={styles.header}>
      <div className={styles.row}>
        {props.variant === 'detail' && (
          <IconButton label="Back" className={styles.back} onClick={goBack}>
            <ArrowLeft size={22} aria-hidden />
          </IconButton>
        )}
        {props.variant === 'home' && mobile && (
          <span className={styles.mark}>
            <CampusMark size={30} />
          </span>
        )}
        <div className={styles.title}>
          <h1>
            <bdi>{props.title}</bdi>
          </h1>
          {props.sub !== undefined && <span className={styles.sub}>{props.sub}</span>}
        </div>
        {props.actions}
        {mobile && props.variant !== 'detail' && (
          <AccountMenu
            button={(button) => (
              <IconButton label="Account menu" {...button}>
                {person === undefined ? <Ellipsis size={24} aria-hidden /> : <UserAvatar person={person} size={32} />}
              </IconButton>
            )}
          />
        )}
      </div>
      <ConnectionBar />
    </div>
  );
}
