import { ExternalButton } from '../kit/Button.tsx';
import { useSession } from '../session/session.ts';

/** Pages of the large providers, by the domain of an address. */
const WEBMAIL: Readonly<Record<string, string>> = {
  'gmail.com': 'https://mail.google.com/',
  'googlemail.com': 'https://mail.google.com/',
  'outlook.com': 'https://outlook.live.com/mail/',
  'hotmail.com': 'https://outlook.live.com/mail/',
  'live.com': 'https://outlook.live.com/mail/',
  'yahoo.com': 'https://mail.yahoo.com/',
  'icloud.com': 'https://www.icloud.com/mail/',
  'me.com': 'https://www.icloud.com/mail/',
  'proton.me': 'https://mail.proton.me/',
};

/** Opens the mailbox: the provider's page if it is known, else the device's own mail program (AUTH-22, AUTH-25). */
export function MailButton({ email }: { readonly email: string }) {
  const mailbox = useSession((session) => session.mailbox);
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return (
    <ExternalButton variant="primary" size="large" wide href={mailbox ?? WEBMAIL[domain] ?? 'mailto:'}>
      Go to your mail
    </ExternalButton>
  );
}
