import { Outlet } from 'react-router';

/** A page alone, without the bars of the site. */
export function Bare() {
  return (
    <main id="main">
      <Outlet />
    </main>
  );
}
