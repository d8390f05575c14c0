import { PolicyPage } from './PolicyPage.tsx';
import { trustAndSafety } from './rules.ts';

/** `/settings/trust_and_safety` (SETT-19). */
export default function TrustPage() {
  return <PolicyPage title="Trust and Safety" sections={trustAndSafety} />;
}
