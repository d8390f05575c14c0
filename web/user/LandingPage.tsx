import { Link } from 'react-router';
import { ButtonLink } from '../kit/Button.tsx';
import { isGenericSite, site, siteStudents } from '../session/site.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthLayout.module.css';
import { LogInWays, SignInWays } from './Ways.tsx';

/** `/user_registration`: the choice between log-in and registration (AUTH-01; by e-mail). */
export default function LandingPage() {
  return (
    <AuthForm
      title={isGenericSite ? 'Join the marketplace of your campus' : `Join the ${site.name} marketplace`}
      lead={`Everything ${siteStudents} sell, need and talk about, live and in one place.`}
    >
      <div className={styles.actions}>
        <SignInWays />
        <ButtonLink variant="primary" size="large" wide to="/register">
          Sign up with email
        </ButtonLink>
        <ButtonLink size="large" wide to="/login?method=password">
          Log in with email
        </ButtonLink>
        <LogInWays />
        <ButtonLink variant="quiet" wide to="/home">
          Look around first
        </ButtonLink>
      </div>
      <p className={styles.foot}>
        Read the{' '}
        <Link className={styles.link} to="/settings/terms">
          Terms of Service
        </Link>
      </p>
    </AuthForm>
  );
}
