import { cookieNames } from '#server/identity/cookies.ts';
import { createSessions } from '#server/identity/sessions.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { NO_MAIL } from './noMail.ts';

/** A signed-in browser of the bench. */
export interface SignedInUser {
  readonly userId: string;
  /** `Cookie` header. */
  readonly cookie: string;
}

/** Signs people in, as the login does it after it has checked the password. No server may run on the folder. */
export async function signIn(dataDir: string, people: readonly string[]): Promise<readonly SignedInUser[]> {
  const { vault, secrets, close } = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  try {
    const sessions = createSessions({
      vault: vault.sessions,
      secret: secrets.session,
      clock: () => new Date(),
      onEnded: () => undefined,
    });
    const names = cookieNames(false);
    return await Promise.all(
      people.map(async (userId) => {
        const { renewed } = await sessions.start(userId, 'bench', 'ou');
        const cookie = `${names.access}=${renewed?.access}; ${names.refresh}=${renewed?.refresh}`;
        return { userId, cookie };
      }),
    );
  } finally {
    await close();
  }
}
