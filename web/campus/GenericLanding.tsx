import { useEffect, useState } from 'react';
import { Spinner } from '../kit/Spinner.tsx';
import { useSession } from '../session/session.ts';
import { visitCampus } from '../session/visitCampus.ts';
import { rememberedCampus } from './redirectTo.ts';
import SearchSchoolsPage from './SearchSchoolsPage.tsx';

/** The start of the generic site: a school picker, or the way to the campus that is remembered (CAMP-05, CAMP-06). */
export default function GenericLanding() {
  const [campus] = useState(rememberedCampus);
  const isKnown = useSession(({ status }) => status !== 'loading');
  useEffect(() => {
    if (campus !== null && isKnown) visitCampus(campus, '/home', (to) => location.replace(to));
  }, [campus, isKnown]);
  return campus === null ? <SearchSchoolsPage /> : <Spinner page />;
}
