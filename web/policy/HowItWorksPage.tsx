import { site } from '../session/site.ts';
import { howItWorks } from './guides.ts';
import { PolicyPage } from './PolicyPage.tsx';
import { SocialButton } from './SocialButton.tsx';

/** `/settings/howitworks` (CAMP-12, SETT-20). */
export default function HowItWorksPage() {
  return (
    <PolicyPage title="How It Works" sections={howItWorks(site.name)}>
      <SocialButton />
    </PolicyPage>
  );
}
