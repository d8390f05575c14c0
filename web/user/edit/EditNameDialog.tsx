import { useRef, useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { NAME_PART_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { parseNameParts } from '#domain/user/name.ts';
import type { Profile } from '#projections/user/collections.ts';
import { TextField } from '../../kit/Field.tsx';
import { firstWholeSigns } from '../../kit/graphemes.ts';
import { useFormErrors } from '../../kit/useFormErrors.ts';
import { useViewer } from '../../session/useViewer.ts';
import { fieldError } from '../person/rejectionText.ts';
import { EditWindow } from './EditWindow.tsx';
import { useProfileChange } from './useProfileChange.ts';

/** A last name that is always right: with it, an error is one of the first name. */
const ANY_LAST_NAME = 'L.';

/** First and last name (PROF-22, Q09). */
export default function EditNameDialog() {
  const { person } = useViewer();
  return person === undefined ? null : <EditName person={person} />;
}

function EditName({ person }: { readonly person: Profile }) {
  const [saved] = useState({ firstName: reveal(person.firstName) ?? '', lastName: reveal(person.lastName) ?? '' });
  const [firstName, setFirst] = useState(saved.firstName);
  const [lastName, setLast] = useState(saved.lastName);
  const change = useProfileChange('Account Updated!');
  const form = useFormErrors<'first' | 'last'>();
  const first = useRef<HTMLInputElement>(null);
  const dirty = firstName.trim() !== saved.firstName || lastName.trim() !== saved.lastName;
  const ready = dirty && firstName.trim() !== '' && lastName.trim() !== '';

  const save = () => {
    const ofFirst = parseNameParts({ firstName, lastName: ANY_LAST_NAME });
    const ofBoth = parseNameParts({ firstName, lastName });
    const errors = {
      first: ofFirst.ok ? null : fieldError(ofFirst.rejection),
      last: ofFirst.ok && !ofBoth.ok ? fieldError(ofBoth.rejection) : null,
    };
    if (form.check(errors) && ofBoth.ok) {
      void change.save('ChangeName', { firstName: ofBoth.name.first, lastName: ofBoth.name.last });
    }
  };
  const typed = (text: string) => firstWholeSigns(text, NAME_PART_MAX_CHARACTERS);

  return (
    <EditWindow
      title="Edit display name"
      change={change}
      dirty={dirty}
      ready={ready}
      spreads
      focusFirst={first}
      onSave={save}
    >
      <TextField
        ref={(element) => {
          first.current = element;
          form.control('first')(element);
        }}
        label="First name"
        name="given-name"
        autoComplete="given-name"
        value={firstName}
        error={form.errors.first}
        onChange={({ target }) => {
          setFirst(typed(target.value));
          form.mend('first');
        }}
      />
      <TextField
        ref={form.control('last')}
        label="Last name"
        name="family-name"
        autoComplete="family-name"
        value={lastName}
        error={form.errors.last}
        hint="Everyone sees it. An initial, such as “L.”, is enough."
        onChange={({ target }) => {
          setLast(typed(target.value));
          form.mend('last');
        }}
      />
    </EditWindow>
  );
}
