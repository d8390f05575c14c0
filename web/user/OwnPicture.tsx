import { useViewer } from '../session/useViewer.ts';
import { UserAvatar } from './person/UserAvatar.tsx';

/** The picture of the person at this browser. */
export function OwnPicture({ size }: { readonly size: number }) {
  return <UserAvatar person={useViewer().person} size={size} />;
}
