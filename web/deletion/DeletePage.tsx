import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { DELETION_GRACE_DAYS } from '#domain/deletion/limits.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { endSession } from '../session/endSession.ts';
import { ProveAgain, passwordOrNone } from '../session/ProveAgain.tsx';
import { SettingsForm } from '../settings/face.ts';
import { request } from '../sync/transport/http.ts';
import styles from './DeletePage.module.css';
import { DELETE_PATH, DOWNLOAD_PATH, PENDING_PATH } from './paths.ts';
import { type Receipt, receiptStore } from './receipt.ts';

/** `/settings/account/delete`: what goes and what stays, and the request. */
export default function DeletePage() {
  const navigate = useNavigate();
  const form = useFormErrors<'password'>();
  const [password, setPassword] = useState('');
  /** Answers the form while the person is asked once more. */
  const [asked, setAsked] = useState<((confirmed: boolean) => void) | null>(null);
  // The same for each try, so that a request whose answer was lost is not another one.
  const id = useRef(uuidv7());

  const confirm = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAsked(() => resolve);
    const confirmed = await promise;
    setAsked(null);
    return confirmed;
  };
  const save = async () => {
    const body = { id: id.current, password: passwordOrNone(password) };
    // The first try may end the session: a second one would be somebody else's.
    const receipt = await request<Receipt>('POST', '/api/account/deletion', body, { mayRepeat: false });
    receiptStore.getState().keep(receipt);
    navigate(PENDING_PATH, { replace: true });
    // The server has ended the session; here what it left on this device goes.
    await endSession();
  };

  return (
    <>
      <SettingsForm
        title="Delete account"
        lead={<WhatGoes />}
        form={form}
        field="password"
        check={() => ({ password: null })}
        confirm={confirm}
        save={save}
        saved={null}
        label="Delete my account"
        danger
      >
        <ProveAgain form={form} password={password} onPassword={setPassword} path={DELETE_PATH} />
      </SettingsForm>
      {asked !== null && (
        <ConfirmDialog
          title="Delete your account?"
          text={`You are signed out everywhere. Within ${DELETION_GRACE_DAYS} days you can log in and keep your account. After that nobody can bring it back.`}
          confirm="Yes, delete it"
          cancel="Cancel"
          onConfirm={() => asked(true)}
          onCancel={() => asked(false)}
        />
      )}
    </>
  );
}

function WhatGoes() {
  return (
    <div className={styles.what}>
      <h2>At once</h2>
      <ul className={styles.facts}>
        <li>You are signed out on every device.</li>
        <li>Nobody can open your profile. Your posts and comments stay up, without your name and picture.</li>
      </ul>
      <h2>After {DELETION_GRACE_DAYS} days, unless you log in and keep your account</h2>
      <ul className={styles.facts}>
        <li>Your posts are deleted, with their pictures and the comments below them.</li>
        <li>Your comments are deleted. One that was answered stays as “[deleted]”.</li>
        <li>Your name, email addresses, picture, bio and settings can’t be read by anybody any more, us included.</li>
        <li>Your email address and your username are free for others.</li>
      </ul>
      <h2>What stays</h2>
      <ul className={styles.facts}>
        <li>That there was an account, without anything about you.</li>
        <li>How often posts of others were saved, your save included.</li>
        <li>If you were banned: a code by which we recognize your address, and nobody can read it.</li>
        <li>Decisions of moderators about what was reported, without your words.</li>
      </ul>
      <p>
        You may want to <Link to={DOWNLOAD_PATH}>download your data</Link> first.
      </p>
    </div>
  );
}
