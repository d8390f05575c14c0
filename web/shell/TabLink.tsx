import type { MouseEvent, ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { goToTop } from '../kit/navigation/goToTop.ts';

/** A link of the navigation. Pressed on its own page it scrolls to the top; the feed then shows its waiting posts. */
export function TabLink(props: {
  readonly to: string;
  readonly className?: string;
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
}) {
  const { pathname } = useLocation();
  const onClick = (event: MouseEvent) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (pathname !== props.to || opensElsewhere) return;
    event.preventDefault();
    goToTop();
  };
  return <NavLink {...props} onClick={onClick} />;
}
