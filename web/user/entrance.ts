import { lazySoon } from '../kit/lazySoon.ts';
import { Spinner } from '../kit/Spinner.tsx';
import type { PageFrame } from '../noun.ts';

/** Around everything on the way in. */
export const entrance: PageFrame = { Frame: lazySoon(() => import('./AuthLayout.tsx')), Loading: Spinner };
