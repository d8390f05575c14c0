import Bowser from 'bowser';
import { DEVICE_PART_MAX_CHARACTERS, USER_AGENT_READ_CHARACTERS } from './limits.ts';

/** Browser and system in words, for a user's list of sessions; nothing of the header itself is kept. */
export function describeDevice(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return 'A browser on an unknown system';
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_READ_CHARACTERS));
  return `${shortened(browser.name) || 'A browser'} on ${shortened(os.name) || 'an unknown system'}`;
}

/** The library gives a browser that it does not know the name that the header says, however long. */
function shortened(name = ''): string {
  return name.slice(0, DEVICE_PART_MAX_CHARACTERS).trim();
}
