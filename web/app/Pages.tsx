import { type ReactNode, Suspense, useEffect } from 'react';
import { type Location, Navigate, Route, Routes, useLocation } from 'react-router';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { firstViewStands } from '../kit/firstView.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { PageLayer, usePageTitle } from '../kit/usePageTitle.ts';
import type { PageFrame, PageRoute } from '../noun.ts';
import { Guarded } from '../session/Guarded.tsx';
import { Shell } from '../shell/Shell.tsx';
import { OfCampus } from './OfCampus.tsx';
import { isOverlay, pageAt } from './overlays.ts';
import { routes } from './routes.ts';

const overlays = routes.filter(({ over }) => over !== undefined);
/** The other pages, by their frame. */
const framed = Map.groupBy(
  routes.filter(({ over }) => over === undefined),
  ({ frame }) => frame ?? 'shell',
);

/** Every address of the site, as the nouns declare them. */
export function Pages() {
  const location = useLocation();
  const overlay = isOverlay(location.pathname);
  return (
    <>
      <PagesAt location={pageAt(location)} />
      {overlay && (
        <PageLayer value={1}>
          <Suspense>
            <Routes>{overlays.map((page) => drawn(page))}</Routes>
          </Suspense>
        </PageLayer>
      )}
    </>
  );
}

function PagesAt({ location }: { readonly location: Location }) {
  return (
    <Routes location={location}>
      <Route path="/" element={<Navigate replace to={{ pathname: '/home', search: location.search }} />} />
      {[...framed].map(([frame, pages], index) => (
        <Route key={String(index)} element={around(frame, index)}>
          {pages.map((page) => drawn(page, loading(frame)))}
        </Route>
      ))}
      <Route path="*" element={<Navigate replace to="/404" />} />
    </Routes>
  );
}

type Frame = PageFrame | 'settings' | 'wide' | 'shell';

/** The shell is the same component around the settings and around other pages: it stays when one leads to the other. */
function around(frame: Frame, index: number): ReactNode {
  if (typeof frame === 'string') return <Shell frame={frame} />;
  return (
    <Suspense key={index} fallback={<frame.Loading />}>
      <frame.Frame />
    </Suspense>
  );
}

function loading(frame: Frame): ReactNode {
  if (frame === 'shell' || frame === 'wide') return <CardSkeletons count={4} label="Loading page" />;
  return frame === 'settings' ? <Spinner page /> : <frame.Loading />;
}

/**
 * A page with its guard and its title.
 *
 * @param fallback in its place while its code is on its way: the page before is left at once. Left out: the page lies over
 *   another one, and other addresses may draw the same page
 */
function drawn(route: PageRoute, fallback?: ReactNode): ReactNode {
  const { path, Page, SharedLink, guard, title, over } = route;
  const shown = title === undefined ? <Page /> : <Titled title={title} Page={Page} />;
  const page = isOfCampus(route) ? (
    <OfCampus SharedLink={SharedLink} isOver={over !== undefined}>
      {shown}
    </OfCampus>
  ) : (
    shown
  );
  const guarded = guard === undefined ? page : <Guarded page={guard}>{page}</Guarded>;
  const element =
    fallback === undefined ? (
      guarded
    ) : (
      <Suspense key={keyOf(Page)} fallback={fallback}>
        {guarded}
        <Drawn />
      </Suspense>
    );
  return <Route key={path} path={path} element={element} />;
}

/** A page that has several addresses stays where one of them leads to another. */
function keyOf(Page: PageRoute['Page']): string | undefined {
  return routes.find((route) => route.Page === Page)?.path;
}

/** Beside a page: takes effect once the code of that page is there. Draws nothing. */
function Drawn() {
  useEffect(firstViewStands, []);
  return null;
}

/** The way in and the settings are for everybody, as are pages that say so. */
function isOfCampus({ frame, isOpen }: PageRoute): boolean {
  return (frame === undefined || frame === 'wide') && isOpen !== true;
}

function Titled({ title, Page }: { readonly title: string; readonly Page: PageRoute['Page'] }) {
  usePageTitle(title);
  return <Page />;
}
