import Bowser from 'bowser';

/** Browser and system in words, for a user's list of sessions; nothing of the header itself is kept. */
export function describeDevice(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return 'A browser on an unknown system';
  const { browser, os } = Bowser.parse(userAgent);
  return `${browser.name || 'A browser'} on ${os.name || 'an unknown system'}`;
}
