import { Ellipsis, Link2, UserRoundCheck } from 'lucide-react';
import { homes, type Profile } from '#projections/user/collections.ts';
import { showAlert } from '../kit/alertStore.ts';
import { copyText } from '../kit/copyText.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { MenuPanel } from '../kit/MenuPanel.tsx';
import type { MenuEntry } from '../kit/menuEntry.ts';
import { useLead } from '../kit/navigation/useLead.ts';
import { Filled } from '../kit/slots.tsx';
import { useSession } from '../session/session.ts';
import { useDocument } from '../sync/hooks.ts';
import { SOMETHING_WENT_WRONG, showRefusal } from '../sync/showRefusal.ts';
import { request } from '../sync/transport/http.ts';
import { profilePath } from './person/names.ts';
import { profileMenu } from './slots.ts';

async function copyLink(person: Profile): Promise<void> {
  const copied = await copyText(`${window.location.origin}${profilePath(person)}`);
  if (copied) showAlert('okay', 'Copied to clipboard');
  else showAlert('danger', SOMETHING_WENT_WRONG);
}

/** The more menu in the head of a profile (PROF-05). */
export function ProfileMenu({ person, isOwn }: { readonly person: Profile; readonly isOwn: boolean }) {
  const isVisitor = useSession((session) => session.userId === null);
  const home = useDocument(homes, person.id);
  const lead = useLead();
  /** Mails a link to the account's own address, of which the answer shows a few letters (AUTH-29, Q13). */
  const claim = async () => {
    try {
      const { email } = await request<{ email: string }>('POST', '/api/sign-in-links/claim', { userId: person.id });
      lead(`/login/sent?email=${encodeURIComponent(email)}`);
    } catch (error) {
      showRefusal(error);
    }
  };
  const entries: readonly MenuEntry[] = [
    {
      label: 'Copy link to profile',
      icon: <Link2 size={18} aria-hidden />,
      onSelect: () => void copyLink(person),
    },
    ...(isVisitor && home?.memberOf === null
      ? [
          {
            label: 'Claim this account',
            icon: <UserRoundCheck size={18} aria-hidden />,
            onSelect: () => void claim(),
          },
        ]
      : []),
  ];
  return (
    <Menu
      label="Profile options"
      panel={(open) => (
        <MenuPanel {...open} entries={entries} more={<Filled slot={profileMenu} with={{ person, isOwn }} />} />
      )}
      button={(button) => (
        <IconButton label="Profile options" {...button}>
          <Ellipsis size={22} aria-hidden />
        </IconButton>
      )}
    />
  );
}
