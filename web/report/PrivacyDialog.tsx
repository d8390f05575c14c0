import { useState } from 'react';
import type { CampusPrivacy } from '#domain/campus/privacy.ts';
import { findCampus } from '#domain/campus/registry.ts';
import { showAlert } from '../kit/alertStore.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { useAct } from './useAct.ts';

const CONSEQUENCES = {
  private: 'Everybody who is no verified member loses sight of it at once, also of pages that are open.',
  public: 'Everybody sees its posts and profiles, and search engines do.',
} as const;

/** A moderator makes a campus private or public (CAMP-07). */
export default function PrivacyDialog(props: { readonly campus: string; readonly wanted: CampusPrivacy }) {
  const { campus, wanted } = props;
  const name = findCampus(campus)?.name ?? campus;
  const act = useAct();
  const [busy, setBusy] = useState(false);
  const change = async () => {
    setBusy(true);
    const answer = await act('ChangeCampusPrivacy', { campus, privacy: wanted });
    if (answer.ok) showAlert('success', `${name} is ${wanted} now`);
    else showAlert('danger', answer.text);
    closeDialog();
  };
  return (
    <ConfirmDialog
      title={`Make ${name} ${wanted}?`}
      text={CONSEQUENCES[wanted]}
      confirm={`Make it ${wanted}`}
      cancel="Cancel"
      busy={busy}
      onConfirm={change}
      onCancel={closeDialog}
    />
  );
}
