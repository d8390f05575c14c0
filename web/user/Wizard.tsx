import { useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { TaskDialog } from '../kit/Dialog.tsx';
import { overPage, pageBelow } from '../kit/navigation/overPage.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { useViewer } from '../session/useViewer.ts';
import { BioStep } from './BioStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { PictureStep } from './PictureStep.tsx';
import styles from './Wizard.module.css';
import { wizardOrigin } from './wizardOrigin.ts';

const STEPS = 3;

/** `/profile/set-up`: picture, bio, done; a window over the page, the whole screen on phones (PROF-14 to PROF-18). */
export default function Wizard() {
  const viewer = useViewer();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const below = pageBelow(useLocation());
  const origin = wizardOrigin(query.get('goBack'));
  const [step, setStep] = useState(1);
  // A user who arrives with everything done is sent on (D23); one who finishes here is not.
  const started = useRef<boolean | null>(null);
  if (viewer.person === undefined) return <Spinner page />;
  started.current ??= !viewer.profileComplete;
  if (!started.current) return <Navigate replace to="/profile" />;

  // The composer that asked for it lay over a page, and comes back over the same one.
  const close = () => navigate(origin.path, { replace: true, state: below === null ? null : overPage(below) });
  const { person } = viewer;
  return (
    <TaskDialog title="Set up your profile" onClose={close}>
      <div className={styles.wizard}>
        <ol className={styles.steps} aria-label={`Step ${step} of ${STEPS}`}>
          {Array.from({ length: STEPS }, (_, index) => (
            <li key={String(index)} data-done={index < step} />
          ))}
        </ol>
        {step === 1 && <PictureStep person={person} onNext={() => setStep(2)} onBack={close} />}
        {step === 2 && <BioStep userId={person.id} onNext={() => setStep(3)} onBack={() => setStep(1)} />}
        {step === 3 && <DoneStep person={person} label={origin.label} onDone={close} onBack={() => setStep(2)} />}
      </div>
    </TaskDialog>
  );
}
