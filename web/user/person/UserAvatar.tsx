import { reveal } from '#domain/kernel/personal.ts';
import { pictureFolder } from '#domain/user/files.ts';
import { imagePath, imageSet, stillSet } from '#projections/kernel/imagePath.ts';
import type { Profile } from '#projections/user/collections.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { useObjectUrl } from '../../kit/picture/useObjectUrl.ts';
import { useLocalFile } from '../../sync/hooks.ts';
import { initials } from './names.ts';

/** A person's own picture in a fitting size; one that is not uploaded yet comes from the outbox. */
export function UserAvatar({ person, size }: { readonly person: Profile | undefined; readonly size?: number }) {
  const picture = person === undefined ? null : reveal(person.picture);
  const file = useLocalFile(picture?.name ?? null);
  const local = useObjectUrl(file);
  if (file !== null) return <Avatar src={local} initials={initials(person)} size={size} />;
  if (person === undefined || picture === null) return <Avatar src={null} initials={initials(person)} size={size} />;
  const folder = pictureFolder(person.id);
  return (
    <Avatar
      src={imagePath(folder, picture.name, 320)}
      srcSet={imageSet(folder, picture)}
      still={stillSet(folder, picture)}
      initials={initials(person)}
      size={size}
    />
  );
}
