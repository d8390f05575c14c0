import type { Brake, HttpInput, Shape } from '../input.ts';

/** A JSON request. */
export function jsonRequest(
  method: string,
  path: string,
  value: unknown,
  rest: Pick<HttpInput, 'member' | 'address'> & { readonly shape: Shape; readonly brake?: Brake },
): HttpInput {
  const body = Buffer.from(JSON.stringify(value) ?? '').toString('base64');
  return { via: 'http', method, path, headers: { 'content-type': 'application/json' }, body, ...rest };
}

/** A request without a body. */
export function plainRequest(
  path: string,
  shape: Shape,
  rest: Pick<HttpInput, 'member' | 'address' | 'brake'> & { readonly method?: string },
): HttpInput {
  return { via: 'http', method: 'GET', path, headers: {}, body: null, shape, ...rest };
}
