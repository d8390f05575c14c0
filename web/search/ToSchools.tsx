import { Navigate } from 'react-router';

/** On the site of no campus, schools are searched (SRCH-01). */
export default function ToSchools() {
  return <Navigate replace to="/search_schools" />;
}
