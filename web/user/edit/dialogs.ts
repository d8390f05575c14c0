import { dialog } from '../../kit/dialog/dialogStore.ts';

/** The windows of `/profile/edit`, one for each row (PROF-21). */
export const editPhotoDialog = dialog('profile photo');
export const editNameDialog = dialog('display name');
export const editBioDialog = dialog('bio');
export const editGraduationDialog = dialog('graduation year');
