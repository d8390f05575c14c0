import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { mailKinds, mailKindWords } from '#domain/settings/face.ts';
import type { Rate } from '../fairness/rate.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import { escapeHtml } from '../kernel/html.ts';
import { UNSUBSCRIBE_PATH, type UnsubscribeLinks } from '../mail/unsubscribe.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import { refuseWith } from './errors.ts';
import { campusOf } from './requestContext.ts';

/** Uses of one person's link: a mail provider may try again. */
export const UNSUBSCRIBES_PER_USER: Rate = { perMinute: 6, burst: 10 };

/**
 * `GET /api/unsubscribe/:token` asks, `POST` acts: programs that look at links before their reader does follow them by GET
 * (RFC 8058 §3). The POST needs no session and comes from mail providers, so it has no origin of ours; the token alone
 * is its right (Q52). A link ends the kind of mails that it came with; one of an older mail ends all.
 */
export function unsubscribeRoutes(options: {
  readonly links: Pick<UnsubscribeLinks, 'read'>;
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
}): Router {
  const { links, dispatcher, clock, rateShare: share } = options;
  const perUser = createRateLimiter(UNSUBSCRIBES_PER_USER, { clock, name: 'unsubscribes', share });
  const router = Router();
  const path = `${UNSUBSCRIBE_PATH}/:token`;
  const read = (token: string) => {
    const found = links.read(token);
    const kind = mailKinds.find((each) => each === found?.kind) ?? null;
    if (found === null || found.kind !== kind) throw refuseWith('NOT_FOUND');
    return { userId: found.userId, kind };
  };

  router.get(path, (request, response) => {
    const { kind } = read(request.params.token);
    const { name } = campusOf(request);
    const about = kind === null ? `what happens on ${escapeHtml(name)} Quad` : mailKindWords[kind].yours;
    response
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(
        page(
          'Unsubscribe',
          `<p>No more emails about ${about}? Emails about your account itself still come.</p>` +
            '<form method="post"><button>Unsubscribe</button></form>',
        ),
      );
  });

  router.post(path, async (request, response) => {
    const { userId, kind } = read(request.params.token);
    // It never expires, and each use is a command.
    const seconds = perUser.take(userId);
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const ending =
      kind === null
        ? ({ type: 'Unsubscribe', data: { userId } } as const)
        : ({ type: 'UnsubscribeFrom', data: { userId, kind } } as const);
    const outcome = await dispatcher.dispatch(
      { id: randomUUID(), version: 1, ...ending },
      { actor: { kind: 'system', name: 'unsubscribe' }, campus: campusOf(request).id, origin: 'server' },
    );
    // An erased person gets no mails anyway.
    if (!outcome.ok && outcome.rejection.code !== 'USER_ERASED') throw refuseWith('NOT_FOUND');
    const ended =
      kind === null ? 'You get no more of these emails.' : `You get no more emails about ${mailKindWords[kind].yours}.`;
    const text = `${ended} You can switch them on again under Settings &gt; Account Settings.`;
    response
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(
        page(
          'You are unsubscribed',
          `<p>${text}</p><p><a href="/settings/account/notifications">To the settings</a></p>`,
        ),
      );
  });

  return router;
}

function page(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    '<style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:32rem;margin:4rem auto;padding:0 1rem}' +
    'button{font:inherit;font-weight:600;min-height:48px;padding:0 24px;border-radius:24px;border:1px solid}</style></head>' +
    `<body><main><h1>${title}</h1>${body}</main></body></html>`
  );
}
