/** Codes of refusals that are faults of the server, and say nothing of the conversation. */
export const FAULT_CODES: readonly string[] = ['FAULT', 'SOMETHING_WENT_WRONG'];
