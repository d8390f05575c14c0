import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Profile } from '#projections/user/collections.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { Button } from '../../kit/Button.tsx';
import { chooseProfilePhoto, PROFILE_PHOTO_TYPES } from '../../kit/picture/choosePhotos.ts';
import { cropPhoto, type PhotoArea } from '../../kit/picture/cropPhoto.ts';
import { shrinkPhoto } from '../../kit/picture/shrinkPhoto.ts';
import { UnreadablePhoto } from '../../kit/picture/unreadablePhoto.ts';
import { useObjectUrl } from '../../kit/picture/useObjectUrl.ts';
import { useViewer } from '../../session/useViewer.ts';
import { showRefusal } from '../../sync/showRefusal.ts';
import { UserAvatar } from '../person/UserAvatar.tsx';
import { Crop } from './Crop.tsx';
import styles from './EditProfile.module.css';
import { EditWindow } from './EditWindow.tsx';
import { useProfileChange } from './useProfileChange.ts';

/** A new profile picture: chosen, cropped, sent (PROF-21, PROF-23). */
export default function EditPhotoDialog() {
  const { person } = useViewer();
  return person === undefined ? null : <EditPhoto person={person} />;
}

/** Whether the file can be cropped: an animation would lose all pictures but its first. */
const isCroppable = (file: File) => file.type !== 'image/gif';

function EditPhoto({ person }: { readonly person: Profile }) {
  const [file, setFile] = useState<File | null>(null);
  const [area, setArea] = useState<PhotoArea | null>(null);
  const change = useProfileChange('Account Updated!');
  const picker = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const url = useObjectUrl(file);

  const choose = async (chosen: File) => {
    const { accepted, refusals } = chooseProfilePhoto(chosen);
    for (const { type, text } of refusals) showAlert(type, text);
    const [photo] = accepted;
    if (photo === undefined) return;
    try {
      (await createImageBitmap(photo)).close();
      setArea(null);
      setFile(photo);
    } catch (error) {
      showAlert('danger', new UnreadablePhoto(error).message);
    }
  };
  const save = async () => {
    if (file === null) return;
    try {
      const ready = area !== null && isCroppable(file) ? await cropPhoto(file, area) : await shrinkPhoto(file);
      const picture = {
        kind: 'image' as const,
        name: `pending-${uuidv7()}.jpg`,
        width: ready.width,
        height: ready.height,
      };
      await change.save('ChangeProfilePicture', { picture }, [{ name: picture.name, file: ready.file }]);
    } catch (error) {
      if (error instanceof UnreadablePhoto) showAlert('danger', error.message);
      else showRefusal(error);
    }
  };
  const isReady = file !== null && (area !== null || !isCroppable(file));

  return (
    <EditWindow
      title="Edit profile photo"
      change={change}
      dirty={file !== null}
      ready={isReady}
      spreads
      focusFirst={chooser}
      onSave={() => void save()}
    >
      {file !== null && url !== null && isCroppable(file) ? (
        <Crop key={url} url={url} onCrop={setArea} />
      ) : (
        <span className={styles.preview}>
          {file !== null && url !== null ? (
            <img className={styles.round} src={url} alt="Chosen" width={168} height={168} />
          ) : (
            <UserAvatar person={person} size={168} />
          )}
        </span>
      )}
      <Button ref={chooser} icon={<ImageUp size={18} aria-hidden />} onClick={() => picker.current?.click()}>
        {file === null ? 'Choose a photo' : 'Choose another photo'}
      </Button>
      <input
        ref={picker}
        type="file"
        accept={PROFILE_PHOTO_TYPES.join(',')}
        hidden
        aria-label="Profile photo"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen !== undefined) void choose(chosen);
          target.value = '';
        }}
      />
    </EditWindow>
  );
}
