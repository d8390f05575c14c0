import { site } from '../session/site.ts';
import { PolicyPage } from './PolicyPage.tsx';
import { TERMS_UPDATED, termsOfService } from './terms.ts';

/** `/settings/terms` (SETT-16). */
export default function TermsPage() {
  return <PolicyPage title="Terms of Service" updated={TERMS_UPDATED} sections={termsOfService(site.name)} />;
}
