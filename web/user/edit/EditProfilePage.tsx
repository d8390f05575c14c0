import { Camera, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { introductions } from '#projections/user/collections.ts';
import { Button } from '../../kit/Button.tsx';
import { type DialogName, openDialog } from '../../kit/dialog/dialogStore.ts';
import { PageHeader } from '../../kit/navigation/PageHeader.tsx';
import { Spinner } from '../../kit/Spinner.tsx';
import { useViewer } from '../../session/useViewer.ts';
import { useDocument } from '../../sync/hooks.ts';
import { FullName } from '../person/FullName.tsx';
import { UserAvatar } from '../person/UserAvatar.tsx';
import { editBioDialog, editGraduationDialog, editNameDialog, editPhotoDialog } from './dialogs.ts';
import styles from './EditProfile.module.css';

/** `/profile/edit`: photo, name, bio and graduation year, each in a window of its own (PROF-21, Q80). */
export default function EditProfilePage() {
  const { person, userId } = useViewer();
  const introduction = useDocument(introductions, userId);
  return (
    <>
      <PageHeader variant="detail" title="Edit Profile" />
      {person === undefined || introduction === undefined ? (
        <Spinner page />
      ) : (
        <>
          <section className={styles.photo} aria-label="Photo">
            <UserAvatar person={person} size={112} />
            <Button icon={<Camera size={18} aria-hidden />} onClick={() => openDialog(editPhotoDialog, {})}>
              Change photo
            </Button>
          </section>
          <Row label="Display name" opens={editNameDialog}>
            <FullName person={person} />
          </Row>
          <Row label="Bio" opens={editBioDialog}>
            {person.hasBio ? (
              <span className={styles.bio} dir="auto">
                {reveal(introduction.bio)}
              </span>
            ) : (
              'Add a few words about yourself'
            )}
          </Row>
          <Row label="Graduation year" opens={editGraduationDialog}>
            {reveal(introduction.graduationYear) ?? 'Optional'}
          </Row>
        </>
      )}
    </>
  );
}

/** A part of the profile and its value: the whole row opens its window. */
function Row(props: { readonly label: string; readonly opens: DialogName; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.row} aria-haspopup="dialog" onClick={() => openDialog(props.opens, {})}>
      <span className={styles.label}>{props.label}</span>
      <span className={styles.value}>{props.children}</span>
      <ChevronRight className={styles.arrow} size={18} aria-hidden />
    </button>
  );
}
