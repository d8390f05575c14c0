import type { CSSProperties, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { overPage } from '../../kit/navigation/overPage.ts';
import { mediaPath, type PostPlace } from '../share/placePath.ts';

/** Opens a photo or video in full size, over the present page (Q35). */
export function MediaLink(props: {
  readonly post: PostPlace;
  /** From 0. */
  readonly index: number;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly tabIndex?: number;
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
}) {
  const { post, index, ...rest } = props;
  return <Link {...rest} to={mediaPath(post, index)} state={overPage(useLocation())} />;
}
