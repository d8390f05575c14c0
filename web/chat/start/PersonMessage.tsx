import type { Profile } from '#projections/user/collections.ts';
import { Button } from '../../kit/Button.tsx';
import { useSession } from '../../session/session.ts';
import { fullName } from '../../user/face.ts';
import { useMessage } from './useMessage.ts';

/** The Message button of a person who saved a post (SAVE-05); never for oneself (CHAT-16). */
export default function PersonMessage({ person }: { readonly person: Profile }) {
  const isOwn = useSession((session) => session.userId === person.id);
  const message = useMessage();
  if (isOwn || person.erased) return null;
  return (
    <Button onClick={() => message(person.id)} aria-label={`Message ${fullName(person)}`}>
      Message
    </Button>
  );
}
