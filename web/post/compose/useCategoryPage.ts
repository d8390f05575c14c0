import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMobile } from '../../kit/useMediaQuery.ts';
import type { ChooserPlace } from './DraftOffer.tsx';

export const COMPOSER_PATH = '/create/post';
export const CATEGORIES_PATH = '/create/categories';

/** Mark in the history of a chooser that was opened from the composer: the way back leads there. */
interface FromComposer {
  readonly isFromComposer?: true;
}

/**
 * The chooser of the composer's category: a page of its own on phones, so that Back returns to the draft, and a window
 * over the composer elsewhere (POST-08). Both addresses draw the same composer, which so keeps everything.
 */
export function useCategoryPage(): ChooserPlace & { readonly isPage: boolean } {
  const mobile = useMobile();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation() as ReturnType<typeof useLocation> & { state: FromComposer | null };
  const [isOver, setOver] = useState(false);
  const isPage = pathname === CATEGORIES_PATH;

  const toComposer = () => {
    if (state?.isFromComposer === true) navigate(-1);
    else navigate({ pathname: COMPOSER_PATH, search }, { replace: true, state });
  };
  // The page is one for phones.
  useEffect(() => {
    if (isPage && !mobile) navigate({ pathname: COMPOSER_PATH, search }, { replace: true, state });
  }, [isPage, mobile, navigate, search, state]);

  if (!mobile) return { isPage, isOpen: isOver, open: () => setOver(true), close: () => setOver(false) };
  const background = (state as { readonly background?: unknown } | null)?.background;
  const open = () => navigate({ pathname: CATEGORIES_PATH, search }, { state: { background, isFromComposer: true } });
  return { isPage, isOpen: isPage, open, close: toComposer };
}
