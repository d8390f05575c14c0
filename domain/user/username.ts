/** User names to try for a name as typed, best first, without end (AUTH-16, D05). */
export function* usernameCandidates(name: string): Generator<string> {
  const base = name.toLowerCase().replace(/[^a-z0-9]/g, '') || 'student';
  yield base;
  for (let n = 2; ; n += 1) yield `${base}-${n}`;
}
