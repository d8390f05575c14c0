/** One part of the server: `null` when it is ready, else why not, in words for operators. */
export interface HealthCheck {
  readonly name: string;
  check(): Promise<string | null>;
}

/** Why a part is not ready, `null` when it is; a check that throws is no fault of ours. */
export async function problemOf(check: HealthCheck['check']): Promise<string | null> {
  try {
    return await check();
  } catch (error) {
    return error instanceof Error ? error.message : 'It failed.';
  }
}
