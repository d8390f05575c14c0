import { useEffect, useRef, useState } from 'react';
import { dismissAlertAbout, showAlert } from '../../kit/alertStore.ts';
import { Button } from '../../kit/Button.tsx';
import { InDialogHead, TaskDialog } from '../../kit/Dialog.tsx';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import { useSession } from '../../session/session.ts';
import { type Beginning, startChatDialog } from './dialogs.ts';
import { PeoplePicker } from './PeoplePicker.tsx';
import { useBegin } from './useBegin.ts';
import { useFoundPeople } from './useFoundPeople.ts';
import { useStanding } from './useStanding.ts';

/** Of the alert that nobody is chosen: it is untrue once somebody is. */
const ABOUT = 'new message';

/** "New Message": whom it is to (CHAT-13); then the question, unless the two have a conversation and a post is shared (POST-22). */
export function NewMessage({ onClose, ...beginning }: Beginning & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const found = useFoundPeople(typed);
  // A choice stands while people are searched: it ends when an answer lacks the person.
  const partner = found.isWaiting || found.people.some(({ id }) => id === chosen) ? chosen : null;
  const userId = useSession((session) => session.userId);
  const { stands, isKnown } = useStanding(userId, partner);
  const begin = useBegin(partner, beginning);
  /** "Next" waits until it is known whether there is anything to ask. */
  const [waits, setWaits] = useState(false);

  const next = () => {
    if (partner === null) showAlert('danger', 'Please select a user!', { about: ABOUT });
    else if (!isKnown && beginning.postId !== undefined) setWaits(true);
    else if (stands && beginning.postId !== undefined) begin();
    else openDialog(startChatDialog, { userId: partner, ...beginning });
  };
  const choose = (userId: string | null) => {
    setChosen(userId);
    dismissAlertAbout(ABOUT);
  };
  const goOn = useRef(next);
  goOn.current = next;
  useEffect(() => {
    if (!waits || !isKnown) return;
    setWaits(false);
    goOn.current();
  }, [waits, isKnown]);
  return (
    <TaskDialog title="New Message" onClose={onClose} focusFirst={field}>
      <InDialogHead>
        <Button variant="primary" size="small" busy={waits} onClick={next}>
          Next
        </Button>
      </InDialogHead>
      <PeoplePicker
        field={field}
        typed={typed}
        onType={setTyped}
        found={found}
        chosen={partner}
        onChoose={choose}
        onEnter={next}
      />
    </TaskDialog>
  );
}
