import type { Profile } from '#projections/user/collections.ts';
import { Button } from '../../kit/Button.tsx';
import { useMessage } from './useMessage.ts';

/** "Send Message", the main button of somebody else's profile (PROF-07, PROF-08). */
export default function ProfileMessage({ person }: { readonly person: Profile }) {
  const message = useMessage();
  return (
    <Button variant="primary" onClick={() => message(person.id)}>
      Send Message
    </Button>
  );
}
