import { Suspense } from 'react';
import { Button } from '../kit/Button.tsx';
import { Filled } from '../kit/slots.tsx';
import { useSession } from '../session/session.ts';
import { GoogleWay } from './google/GoogleWay.tsx';
import { logInWays, signInWays } from './slots.ts';

interface Leaving {
  readonly onLeave?: () => void;
}

/** The ways that make an account as well as open one. Their place is kept while their code loads, so that nothing below moves. */
export function SignInWays(props: Leaving) {
  const hasGoogle = useSession((session) => session.google);
  const waiting = hasGoogle && (
    <GoogleWay>
      <Button size="large" wide disabled>
        Continue with Google
      </Button>
    </GoogleWay>
  );
  return (
    <Suspense fallback={waiting}>
      <Filled slot={signInWays} with={props} />
    </Suspense>
  );
}

/** The ways for people who have an account: below the others, since a new person has none of them. */
export function LogInWays(props: Leaving) {
  return (
    <Suspense>
      <Filled slot={logInWays} with={props} />
    </Suspense>
  );
}
