import { site } from '../session/site.ts';
import { aboutQuad } from './about.ts';
import { PolicyPage } from './PolicyPage.tsx';
import { SocialButton } from './SocialButton.tsx';

/** `/settings/about` (SETT-15). */
export default function AboutPage() {
  return (
    <PolicyPage title="About" sections={aboutQuad(site.name)}>
      <SocialButton />
    </PolicyPage>
  );
}
