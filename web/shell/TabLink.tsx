import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { goToTop } from '../kit/navigation/goToTop.ts';

/** A link of the navigation. Pressed on its own page it scrolls to the top; the feed then shows its waiting posts. */
export function TabLink({
  within,
  ...props
}: {
  readonly to: string;
  /** Paths of the pages for which it is the present one; default `to`. */
  readonly within?: readonly string[] | undefined;
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
  const sections = within ?? [props.to];
  const isHere = sections.some((section) => pathname === section || pathname.startsWith(`${section}/`));
  return <Link {...props} aria-current={isHere ? 'page' : undefined} onClick={onClick} />;
}
