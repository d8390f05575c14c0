import { MessageCircle } from 'lucide-react';
import { ExternalButton } from '../kit/Button.tsx';
import { site } from '../session/site.ts';

/** Opens a direct message to the campus's social account (SETT-15). */
export function SocialButton() {
  const { account, url } = site.contact.social;
  return (
    <ExternalButton href={url} icon={<MessageCircle size={20} aria-hidden />}>
      Message {account}
    </ExternalButton>
  );
}
