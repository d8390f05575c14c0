import type { Profile } from '#projections/user/collections.ts';
import { Button } from '../kit/Button.tsx';
import { FullName } from './person/FullName.tsx';
import { UserAvatar } from './person/UserAvatar.tsx';
import { StepTitle } from './StepTitle.tsx';
import styles from './Wizard.module.css';

/** Step 3: back to the page before the wizard (PROF-17). */
export function DoneStep(props: {
  readonly person: Profile;
  readonly label: string;
  readonly onDone: () => void;
  readonly onBack: () => void;
}) {
  return (
    <>
      <div className={styles.done}>
        <UserAvatar person={props.person} size={120} />
        <StepTitle>Your profile is finished!</StepTitle>
        <p>
          Nice to meet you, <FullName person={props.person} />
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={props.onBack}>Go Back</Button>
        <Button variant="primary" onClick={props.onDone}>
          {props.label}
        </Button>
      </div>
    </>
  );
}
