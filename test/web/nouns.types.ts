/** Manifests of the web that must not compile; `npm run check` compiles it. */
import type { PagePath } from '#domain/kernel/addresses.ts';

const pages: readonly PagePath[] = ['/home', '/post/:id', '/:username', '/settings/account/verify_school_email'];

// @ts-expect-error an address whose first segment is not declared: somebody could have it as a user name
const elsewhere: PagePath = '/elsewhere/:id';
// @ts-expect-error a segment that only begins like a declared one
const homes: PagePath = '/homes';

export const declared = [...pages, elsewhere, homes];
