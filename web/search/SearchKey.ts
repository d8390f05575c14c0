import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useShortcut } from '../kit/navigation/useShortcut.ts';
import { SEARCH_PATH, TO_TYPE } from './address.ts';

/** The key `/` leads into the search box, on pages without one to the page that has it; draws nothing. */
export function SearchKey(): null {
  const navigate = useNavigate();
  const find = useCallback(() => {
    const box = document.querySelector<HTMLInputElement>('search input');
    if (box === null) return void navigate(SEARCH_PATH, { state: TO_TYPE });
    box.focus();
    // Its suggestions open by a press.
    box.click();
  }, [navigate]);
  useShortcut('/', find);
  return null;
}
