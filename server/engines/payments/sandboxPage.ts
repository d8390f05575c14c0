import { formatCents } from '#domain/kernel/money.ts';
import { escapeHtml } from '../../kernel/html.ts';
import type { SandboxSession } from './sandboxBooks.ts';
import { spaced, TEST_CARDS } from './sandboxCards.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem; }
  strong.sandbox { display: inline-block; padding: .1rem .6rem; border-radius: .4rem; background: #f6c343; color: #111; }
  h1 { font-size: 2rem; margin: .5rem 0 0; }
  label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
  input { width: 100%; box-sizing: border-box; padding: .7rem; font: inherit; border: 1px solid #8888; border-radius: .5rem; }
  button { width: 100%; margin: 1rem 0; padding: .8rem; font: inherit; font-weight: 600; border: 0; border-radius: .5rem;
    background: #4f46e5; color: #fff; }
  [role=alert] { color: #c81e1e; font-weight: 600; }
  @media (prefers-color-scheme: dark) { [role=alert] { color: #ff8a8a; } }
  code { white-space: nowrap; }
`;

/**
 * The checkout page of the sandbox. It says that it is none of a bank, and which cards it takes.
 *
 * @param problem of the last try; `null`: there is none
 * @param confirming the card whose bank asks its owner first
 */
export function checkoutPage(
  session: SandboxSession,
  problem: string | null,
  confirming: string | null = null,
): string {
  const { description, amount_total: cents, cancel_url: back } = session;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sandbox checkout</title><style>${STYLE}</style></head><body><main>
<p><strong class="sandbox">Sandbox</strong> No card is charged here.</p>
<p>${escapeHtml(description)}</p><h1>${formatCents(cents)}</h1>
<form method="post">${confirming === null ? cardFields(problem, cents) : confirmFields(confirming)}</form>
<p><a href="${escapeHtml(back)}">Back to the site</a></p></main></body></html>`;
}

function cardFields(problem: string | null, cents: number): string {
  const alert = problem === null ? '' : `<p role="alert">${escapeHtml(problem)}</p>`;
  return `${alert}<label for="card">Card number</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" value="${spaced(TEST_CARDS.success)}" required>
<button>Pay ${formatCents(cents)}</button>
<p>Pays: <code>${spaced(TEST_CARDS.success)}</code><br>Is declined: <code>${spaced(TEST_CARDS.declined)}</code><br>
Asks first: <code>${spaced(TEST_CARDS.confirm)}</code><br>
Pays today, is declined later: <code>${spaced(TEST_CARDS.declinedLater)}</code><br>
Pays, and is disputed: <code>${spaced(TEST_CARDS.disputed)}</code></p>`;
}

function confirmFields(card: string): string {
  return `<p>Your bank asks whether this is you.</p><input type="hidden" name="card" value="${escapeHtml(card)}">
<input type="hidden" name="confirmed" value="yes"><button>Complete authentication</button>`;
}
