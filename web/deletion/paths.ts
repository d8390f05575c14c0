/** Paths of the pages about leaving, and about what one takes along. */
export const DELETE_PATH = '/settings/account/delete';
export const DOWNLOAD_PATH = '/settings/account/download';
/** The page of a person whose account is going to be deleted. */
export const PENDING_PATH = '/settings/deletion';
