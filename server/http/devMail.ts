import { Router } from 'express';
import { escapeHtml } from '../kernel/html.ts';
import type { Mailbox, StoredMail } from '../ports/mail.ts';
import { refuseWith } from './errors.ts';

/** Path of the mailbox; it exists in development only. */
export const MAILBOX_PATH = '/dev/mail';
/** Seconds after which the list reloads. */
const RELOAD_SECONDS = 3;

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.4rem; }
  ul { list-style: none; padding: 0; }
  li a { display: block; padding: .75rem 1rem; border: 1px solid #8884; border-radius: .75rem; margin: .5rem 0;
    color: inherit; text-decoration: none; }
  li a:hover, li a:focus-visible { border-color: currentColor; }
  small { color: GrayText; }
  iframe { width: 100%; height: 30rem; border: 1px solid #8884; border-radius: .75rem; background: #fff; }
  pre { white-space: pre-wrap; padding: 1rem; border: 1px solid #8884; border-radius: .75rem; }
`;

/**
 * The development mailbox: a list that reloads itself, each mail as HTML and as text; JSON for tests. A mail runs
 * nothing, and its links open a page of their own. It shows codes, so it answers only under the names of this machine (`isOwnHost`) and to this machine (`isOwnPeer`); otherwise
 * there is no such page.
 */
export function devMailRoutes(
  mailbox: Pick<Mailbox, 'list' | 'find'>,
  isOwnHost: (host: string | undefined) => boolean,
  isOwnPeer: (address: string | undefined) => boolean,
): Router {
  const router = Router();

  router.use(MAILBOX_PATH, (request, _response, next) => {
    if (!isOwnHost(request.get('host')) || !isOwnPeer(request.socket.remoteAddress)) throw refuseWith('NOT_FOUND');
    next();
  });

  router.get(MAILBOX_PATH, async (request, response) => {
    const mails = await mailbox.list();
    response.set('Cache-Control', 'no-store');
    if (request.accepts(['html', 'json']) === 'json') response.json({ mails });
    else response.type('html').send(listPage(mails));
  });

  router.get(`${MAILBOX_PATH}/:id`, async (request, response) => {
    const mail = await mailbox.find(request.params.id);
    if (mail === null) throw refuseWith('NOT_FOUND');
    // The mail is shown in a sandboxed frame; its `frame-ancestors` has to allow this page.
    response.set('Cache-Control', 'no-store').type('html').send(mailPage(mail));
  });

  return router;
}

function listPage(mails: readonly StoredMail[]): string {
  const items = mails.map(
    ({ id, subject, to, at }) =>
      `<li><a href="${MAILBOX_PATH}/${encodeURIComponent(id)}"><strong>${escapeHtml(subject)}</strong><br>` +
      `<small>to ${escapeHtml(to)} · ${escapeHtml(at)}</small></a></li>`,
  );
  const list = items.length === 0 ? '<p>No mails yet. This page renews itself.</p>' : `<ul>${items.join('')}</ul>`;
  return page('Mailbox', `<meta http-equiv="refresh" content="${RELOAD_SECONDS}">`, `<h1>Mailbox</h1>${list}`);
}

function mailPage({ subject, from, to, at, html, text }: StoredMail): string {
  return page(
    subject,
    '',
    `<p><a href="${MAILBOX_PATH}">← Mailbox</a></p><h1>${escapeHtml(subject)}</h1>` +
      `<p><small>from ${escapeHtml(from)} · to ${escapeHtml(to)} · ${escapeHtml(at)}</small></p>` +
      `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail as HTML" srcdoc="${escapeHtml(html)}"></iframe>` +
      `<h2>As text</h2><pre>${escapeHtml(text)}</pre>`,
  );
}

function page(title: string, head: string, body: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `${head}<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`
  );
}
