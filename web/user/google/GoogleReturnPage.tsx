import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Spinner } from '../../kit/Spinner.tsx';
import { askForSchool } from '../../session/chainMemory.ts';
import { sessionStore } from '../../session/session.ts';
import { reportToOpener, sayProblem, wordsOf } from './flow.ts';

/** Milliseconds after which a window that could not close itself goes on as a page. */
const CLOSES_MS = 500;

/** `/login/google`: the end of a way to Google. A window notifies its opener and closes; a page goes on. */
export default function GoogleReturnPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isDone = useRef(false);

  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const problem = query.get('problem');
    // Behind the address: servers and proxies get nothing of it, and note nothing.
    const reason = new URLSearchParams(window.location.hash.slice(1)).get('reason');
    const attempt = query.get('attempt');
    const goOn = async () => {
      if (problem === null) {
        askForSchool();
        await sessionStore.getState().load();
      } else sayProblem(wordsOf(problem), { problem, reason });
      navigate('/login', { replace: true });
    };
    if (attempt === null || query.get('popup') === null) return void goOn();
    reportToOpener({ attempt, problem, reason });
    window.close();
    setTimeout(() => void goOn(), CLOSES_MS);
  }, [query, navigate]);

  return <Spinner page />;
}
