import { useState } from 'react';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { ProveAgain, passwordOrNone } from '../session/ProveAgain.tsx';
import { SettingsForm } from '../settings/face.ts';
import styles from './DeletePage.module.css';
import { download } from './download.ts';
import { DOWNLOAD_PATH } from './paths.ts';

const BYTES_PER_MEGABYTE = 1_000_000;

/** `/settings/account/download`: everything about oneself, as a file. */
export default function DownloadPage() {
  const form = useFormErrors<'password'>();
  const [password, setPassword] = useState('');
  /** Bytes that have come; `null`: nothing is under way. */
  const [bytes, setBytes] = useState<number | null>(null);

  const save = async () => {
    setBytes(0);
    try {
      await download('/api/archive', { password: passwordOrNone(password) }, 'quad-data.zip', setBytes);
    } finally {
      setBytes(null);
    }
  };

  return (
    <SettingsForm
      title="Download my data"
      lead={
        <div className={styles.what}>
          <p>
            One ZIP file with everything that we keep about you: profile, account and settings, your posts, comments,
            saves, reports and feedback, the devices that are signed in, and your pictures.
          </p>
          <p>Open index.html in it to read it, without a network. Anybody who has the file can read it, too.</p>
        </div>
      }
      form={form}
      field="password"
      check={() => ({ password: null })}
      save={save}
      saved={null}
      overlay={false}
      label="Download"
    >
      <ProveAgain form={form} password={password} onPassword={setPassword} path={DOWNLOAD_PATH} />
      {bytes !== null && (
        <p role="status">
          Downloading: {(bytes / BYTES_PER_MEGABYTE).toFixed(1)} MB so far. Please keep this page open.
        </p>
      )}
    </SettingsForm>
  );
}
