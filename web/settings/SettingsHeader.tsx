import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { useGoUp } from '../kit/navigation/useGoBack.ts';
import { Filled } from '../kit/slots.tsx';
import { NARROW_MAX_PX, useMediaQuery, useMobile } from '../kit/useMediaQuery.ts';
import { frameSlots } from '../noun.ts';

/** Where the menu of settings stands by itself. */
const MENU_PATH = '/settings/menu';

/**
 * The head of a page of settings. Back leads up: from a form to its section, and from a section to the menu, which wide
 * screens show anyway (SETT-04, Q70).
 *
 */
export function SettingsHeader({
  title,
  up,
  needsNetwork,
}: {
  readonly title: string;
  /** Path of the section that a form belongs to; left out for a section. */
  readonly up?: string;
  /** See `PageHeader`. */
  readonly needsNetwork?: true;
}) {
  const narrow = useMediaQuery(`(max-width: ${NARROW_MAX_PX}px)`);
  const mobile = useMobile();
  const goUp = useGoUp(up ?? MENU_PATH);
  return (
    <PageHeader
      variant={narrow || up !== undefined ? 'detail' : 'tab'}
      title={title}
      onBack={goUp}
      {...(needsNetwork && { needsNetwork })}
      besideBack={mobile && <Filled slot={frameSlots.unread} with={{}} />}
    />
  );
}
