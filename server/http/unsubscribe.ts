import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { escapeHtml } from '../kernel/html.ts';
import { UNSUBSCRIBE_PATH, type UnsubscribeLinks } from '../mail/unsubscribe.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Rate } from '../write/rate.ts';
import { createRateLimiter } from '../write/rateLimiter.ts';
import type { JoinRates } from '../write/rateShare.ts';
import { refuseWith } from './errors.ts';
import { campusOf } from './requestContext.ts';

/** Uses of one person's link: a mail provider may try again. */
export const UNSUBSCRIBES_PER_USER: Rate = { perMinute: 6, burst: 10 };

/**
 * `GET /api/unsubscribe/:token` asks, `POST` acts: programs that look at links before their reader does follow them by GET
 * (RFC 8058 §3). The POST needs no session and comes from mail providers, so it has no origin of ours; the token alone
 * is its right (Q52).
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
  const userOf = (token: string) => {
    const userId = links.read(token);
    if (userId === null) throw refuseWith('NOT_FOUND');
    return userId;
  };

  router.get(path, (request, response) => {
    userOf(request.params.token);
    const { name } = campusOf(request);
    response
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(
        page(
          'Unsubscribe',
          `<p>No more emails about what happens on ${escapeHtml(name)} Quad? Emails about your account itself still come.</p>` +
            '<form method="post"><button>Unsubscribe</button></form>',
        ),
      );
  });

  router.post(path, async (request, response) => {
    const userId = userOf(request.params.token);
    // It never expires, and each use is a command.
    const seconds = perUser.take(userId);
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const outcome = await dispatcher.dispatch(
      { id: randomUUID(), type: 'Unsubscribe', version: 1, data: { userId } },
      { actor: { kind: 'system', name: 'unsubscribe' }, campus: campusOf(request).id, origin: 'server' },
    );
    // An erased person gets no mails anyway.
    if (!outcome.ok && outcome.rejection.code !== 'USER_ERASED') throw refuseWith('NOT_FOUND');
    const text = 'You get no more of these emails. You can switch them on again under Settings &gt; Account Settings.';
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
