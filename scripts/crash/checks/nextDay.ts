import { randomUUID } from 'node:crypto';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { normaliseEmail } from '#domain/user/email.ts';
import { systemClock } from '#projections/engine/clock.ts';
import { openFoundation } from '#server/foundation.ts';
import { silentLogger } from '#server/logging.ts';
import { createSweeper, ORPHAN_MS } from '#server/reactors/sweeper.ts';
import type { Expected } from '../expected.ts';
import { listFiles, type Observed } from '../observed.ts';
import { namedFiles, pictureOf } from './files.ts';

const NO_MAIL = { smtpUrl: null, mailFrom: 'Quad <no-reply@quad.example>', environment: 'development' } as const;
/** Milliseconds after the sweeper's day. */
const LATER_MS = ORPHAN_MS + 3_600_000;

/**
 * The same folder a day later, with no server on it. The sweeper must leave no file that nothing names and no
 * password of nobody; and every address that no standing account owns must be free for somebody else, also when a
 * command that was killed half-way had claimed it (no orphan file, no orphan claim).
 */
export async function checkNextDay(
  dataDir: string,
  expected: Expected,
  observed: Observed,
): Promise<readonly string[]> {
  const findings: string[] = [];
  const clock = () => new Date(Date.now() + LATER_MS);
  const { folder, log, vault, media, dispatcherAt, close } = await openFoundation(
    { ...NO_MAIL, dataDir },
    'quad crash',
  );
  try {
    const dispatcher = dispatcherAt(clock);
    await createSweeper({ vault, media, dispatcher, log, clock, timer: systemClock, logger: silentLogger }).sweep();
    const named = namedFiles(observed);
    for (const file of await listFiles(folder.media)) {
      if (!named.has(pictureOf(file)?.picture ?? '')) findings.push(`The file ${file} is still there a day later.`);
    }
    for (const { userId } of await vault.credentials.olderThan(clock().toISOString())) {
      if (!observed.people.has(userId)) findings.push(`A password of ${userId}, who is nobody, is there a day later.`);
    }
    for (const email of new Set([...expected.accounts.values()].map((account) => account.email))) {
      const owner = await dispatcher.ownerOf('email', normaliseEmail(email));
      if (owner !== null && !observed.people.has(owner)) findings.push(`${email} belongs to ${owner}, who is nobody.`);
      if (owner !== null) continue;
      const outcome = await dispatcher.dispatch(
        {
          id: randomUUID(),
          type: 'RegisterUser',
          version: 1,
          data: { email, name: 'Next Person', acceptedTerms: true },
        },
        { actor: { kind: 'visitor' }, campus: DEFAULT_CAMPUS, origin: 'server' },
      );
      if (!outcome.ok) findings.push(`${email} belongs to nobody and is refused with ${outcome.rejection.code}.`);
    }
    return findings;
  } finally {
    await close();
  }
}
