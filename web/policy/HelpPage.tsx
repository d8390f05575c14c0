import { site } from '../session/site.ts';
import { customerSupport } from './guides.ts';
import { PolicyPage } from './PolicyPage.tsx';
import { SocialButton } from './SocialButton.tsx';

/** `/settings/help` (SETT-15). */
export default function HelpPage() {
  return (
    <PolicyPage title="Customer Support" sections={customerSupport(site.contact.email)}>
      <SocialButton />
    </PolicyPage>
  );
}
