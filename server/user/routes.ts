import type { CreateRoutes } from '../http/routeParts.ts';
import { createLinkSender } from './links/linkSender.ts';
import { accountRoutes } from './routes/account.ts';
import { emailChangeRoutes } from './routes/emailChange.ts';
import { googleRoutes } from './routes/google.ts';
import { handOverRoutes } from './routes/handOver.ts';
import { linkRoutes } from './routes/links.ts';
import { peopleRoutes } from './routes/people.ts';
import { registrationRoutes } from './routes/registration.ts';
import { createSignIn, sessionRoutes } from './routes/session.ts';
import { verificationRoutes } from './routes/verification.ts';

/** Routes of accounts. */
export const userRoutes: CreateRoutes = (parts) => {
  const { identity } = parts;
  const signIn = createSignIn(parts);
  return [
    sessionRoutes({ ...parts, ...identity, signIn }),
    registrationRoutes({ ...parts, register: identity.register, signIn }),
    googleRoutes({ ...parts, google: identity.google, signIn }),
    verificationRoutes({ ...parts, verification: identity.verification }),
    emailChangeRoutes({ ...parts, proveAgain: identity.proveAgain }),
    handOverRoutes({ ...parts, handOver: identity.handOver, signIn }),
    linkRoutes({ ...parts, ...identity, signIn, sendLink: createLinkSender(parts) }),
    accountRoutes({ ...parts, ...identity }),
    peopleRoutes(parts),
  ];
};
