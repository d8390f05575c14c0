import { type ReactNode, Suspense } from 'react';
import { type Location, Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { loadCreatePost } from '../post/compose/composerCode.ts';
import HomePage from '../post/HomePage.tsx';
import { Guarded } from '../session/Guarded.tsx';
import type { PageKind } from '../session/guard.ts';
import { Shell } from '../shell/Shell.tsx';
import { backgroundOf, isOverlay } from './overlays.ts';

const AuthLayout = lazySoon(() => import('../user/AuthLayout.tsx'));
const CreateCommentPage = lazySoon(() => import('../post/compose/CreateCommentPage.tsx'));
const CreatePost = lazySoon(loadCreatePost);
const LandingPage = lazySoon(() => import('../user/LandingPage.tsx'));
const LoginPage = lazySoon(() => import('../user/LoginPage.tsx'));
const LogoutPage = lazySoon(() => import('../user/LogoutPage.tsx'));
const NotFoundPage = lazySoon(() => import('./NotFoundPage.tsx'));
const OwnProfilePage = lazySoon(() => import('../user/ProfilePage.tsx'));
const PostPage = lazySoon(() => import('../post/PostPage.tsx'));
const RegisterPage = lazySoon(() => import('../user/RegisterPage.tsx'));
const SavedPage = lazySoon(() => import('../save/SavedPage.tsx'));
const SchoolEmailPage = lazySoon(() => import('../user/SchoolEmailPage.tsx'));
const TermsPage = lazySoon(() => import('../policy/TermsPage.tsx'));
const UsernamePage = lazySoon(() => import('../user/UsernamePage.tsx'));
const VerifyPage = lazySoon(() => import('../user/VerifyPage.tsx'));
const VerifySchoolPage = lazySoon(() => import('../user/VerifySchoolPage.tsx'));
const Wizard = lazySoon(() => import('../user/Wizard.tsx'));

/** A page with its guard. */
function guarded(kind: PageKind, page: ReactNode): ReactNode {
  return <Guarded page={kind}>{page}</Guarded>;
}

/** Every address of the site. The feed comes with the first bytes, the other pages when they are opened. */
export function Pages() {
  const location = useLocation();
  const overlay = isOverlay(location.pathname);
  return (
    <>
      <PagesAt location={overlay ? backgroundOf(location) : location} />
      {overlay && (
        <Suspense>
          <Routes>
            <Route path="/create/post" element={guarded('protected', <CreatePost />)} />
            <Route path="/profile/set-up" element={guarded('protected', <Wizard />)} />
          </Routes>
        </Suspense>
      )}
    </>
  );
}

function PagesAt({ location }: { readonly location: Location }) {
  return (
    <Routes location={location}>
      <Route path="/" element={<Navigate replace to={{ pathname: '/home', search: location.search }} />} />
      <Route element={<Shell />}>
        <Route element={<Loading fallback={<CardSkeletons count={4} label="Loading page" />} />}>
          <Route path="/home" element={<HomePage />} />
          <Route path="/post/:id" element={<PostPage />} />
          <Route path="/saved" element={guarded('protected', <SavedPage />)} />
          <Route path="/profile" element={guarded('protected', <OwnProfilePage />)} />
          <Route path="/settings/terms" element={<TermsPage />} />
          <Route path="/create/comment/:id" element={guarded('protected', <CreateCommentPage />)} />
          <Route path="/404" element={<NotFoundPage />} />
          <Route path="/:username" element={<UsernamePage />} />
        </Route>
      </Route>
      <Route element={<AuthLayout />}>
        <Route element={<Loading fallback={<Spinner />} />}>
          <Route path="/user_registration" element={guarded('signed-out', <LandingPage />)} />
          <Route path="/login" element={guarded('signed-out', <LoginPage />)} />
          <Route path="/register" element={guarded('signed-out', <RegisterPage />)} />
          <Route path="/verify" element={guarded('verify', <VerifyPage />)} />
          <Route path="/settings/account/school_email" element={guarded('protected', <SchoolEmailPage />)} />
          <Route path="/settings/account/verify_school_email" element={guarded('protected', <VerifySchoolPage />)} />
          <Route path="/logout" element={guarded('signed-in', <LogoutPage />)} />
        </Route>
      </Route>
      <Route path="*" element={<Navigate replace to="/404" />} />
    </Routes>
  );
}

/** Shows the frame at once while a page's code is on its way. */
function Loading({ fallback }: { readonly fallback: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <Outlet />
    </Suspense>
  );
}
