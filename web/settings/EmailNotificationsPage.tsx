import { mailKinds } from '#domain/settings/mailKinds.ts';
import { mailKindWords } from '#domain/settings/mailKindWords.ts';
import { Checkbox } from '../kit/Field.tsx';
import { useSend } from '../sync/hooks.ts';
import styles from './SettingsForm.module.css';
import { ACCOUNT_PATH } from './SettingsForm.tsx';
import { SettingsHeader } from './SettingsHeader.tsx';
import { useOwnSettings } from './useOwnSettings.ts';

/** `/settings/account/notifications`: which mails are wanted, if any (NOTF-10, Q52). */
export default function EmailNotificationsPage() {
  const settings = useOwnSettings();
  const wanted = settings?.emailNotifications ?? true;
  const muted = settings?.mutedMails ?? [];
  const send = useSend();
  return (
    <>
      <SettingsHeader title="Email notifications" up={ACCOUNT_PATH} />
      <div className={styles.form}>
        <Checkbox checked={wanted} onChange={() => send('ChangeEmailNotifications', { wanted: !wanted })}>
          Send me emails about what happens on my campus
        </Checkbox>
        <fieldset className={styles.kinds} disabled={!wanted}>
          <legend>About</legend>
          {mailKinds.map((kind) => {
            const isMuted = muted.includes(kind);
            return (
              <Checkbox
                key={kind}
                checked={!isMuted}
                onChange={() => send('ChangeMailKind', { kind, wanted: isMuted })}
              >
                {mailKindWords[kind].mine}
              </Checkbox>
            );
          })}
        </fieldset>
        <p className={styles.lead}>
          An email comes when something is unread for five minutes, and at most once an hour for each conversation or
          post. Emails about your account itself, such as codes and changes of your address, always come. Every other
          email has a link to unsubscribe.
        </p>
      </div>
    </>
  );
}
