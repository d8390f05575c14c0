import { useRef, useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { countCharacters } from '#domain/kernel/text.ts';
import { checkBio, normaliseBio } from '#domain/user/bio.ts';
import { BIO_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { type Introduction, introductions } from '#projections/user/collections.ts';
import { TextArea } from '../../kit/Field.tsx';
import { firstWholeSigns } from '../../kit/graphemes.ts';
import { useSession } from '../../session/session.ts';
import { useDocument } from '../../sync/hooks.ts';
import { EditWindow } from './EditWindow.tsx';
import { useProfileChange } from './useProfileChange.ts';

/** The bio with its counter (PROF-22). */
export default function EditBioDialog() {
  const introduction = useDocument(
    introductions,
    useSession((session) => session.userId),
  );
  return introduction === undefined ? null : <EditBio introduction={introduction} />;
}

function EditBio({ introduction }: { readonly introduction: Introduction }) {
  const [saved] = useState(reveal(introduction.bio) ?? '');
  const [bio, setBio] = useState(saved);
  const change = useProfileChange('Profile Updated');
  const area = useRef<HTMLTextAreaElement>(null);
  const dirty = normaliseBio(bio) !== saved;
  return (
    <EditWindow
      title="Edit bio"
      change={change}
      dirty={dirty}
      ready={dirty && checkBio(bio) === null}
      focusFirst={area}
      onSave={() => void change.save('ChangeBio', { bio: normaliseBio(bio) })}
    >
      <TextArea
        ref={area}
        label="Bio"
        rows={5}
        value={bio}
        counter={`${countCharacters(bio)} / ${BIO_MAX_CHARACTERS}`}
        onChange={({ target }) => setBio(firstWholeSigns(target.value, BIO_MAX_CHARACTERS))}
      />
    </EditWindow>
  );
}
