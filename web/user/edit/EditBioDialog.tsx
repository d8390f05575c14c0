import { useRef, useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { countCharacters } from '#domain/kernel/text.ts';
import { checkBio, normaliseBio } from '#domain/user/bio.ts';
import { BIO_MAX_CHARACTERS } from '#domain/user/limits.ts';
import type { Profile } from '#projections/user/collections.ts';
import { TextArea } from '../../kit/Field.tsx';
import { useViewer } from '../../session/useViewer.ts';
import { EditWindow } from './EditWindow.tsx';
import { useProfileChange } from './useProfileChange.ts';

/** The bio with its counter (PROF-22). */
export default function EditBioDialog() {
  const { person } = useViewer();
  return person === undefined ? null : <EditBio person={person} />;
}

function EditBio({ person }: { readonly person: Profile }) {
  const [saved] = useState(reveal(person.bio) ?? '');
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
        onChange={({ target }) => setBio([...target.value].slice(0, BIO_MAX_CHARACTERS).join(''))}
      />
    </EditWindow>
  );
}
