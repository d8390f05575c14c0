const SECONDS_PER_MINUTE = 60;

/** A length as players show it: "1:05"; nothing where it is not known. */
export function clockTime(seconds: number | null): string {
  if (seconds === null) return '';
  const rest = String(seconds % SECONDS_PER_MINUTE).padStart(2, '0');
  return `${Math.floor(seconds / SECONDS_PER_MINUTE)}:${rest}`;
}
