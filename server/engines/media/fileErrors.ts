/** A handler that answers `undefined` for file system errors of these codes and throws every other. */
export function ignoring(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  };
}

/** Answers `undefined` where there is no such file or folder. */
export const absent = ignoring('ENOENT');
