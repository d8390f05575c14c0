import { site } from '../session/site.ts';
import { PolicyPage } from './PolicyPage.tsx';
import { PRIVACY_UPDATED, privacyPolicy } from './privacy.ts';

/** `/settings/privacy`, with `#cookies` (SETT-18, Q74). */
export default function PrivacyPage() {
  const sections = privacyPolicy(site.name, site.contact.email);
  return <PolicyPage title="Privacy Policy" updated={PRIVACY_UPDATED} sections={sections} />;
}
