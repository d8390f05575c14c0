import { House, Plus, SquarePen } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { persistently } from '../kit/persistently.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun, frameSlots, type OutboxLabel } from '../noun.ts';
import { profileTabs } from '../user/face.ts';
import { deleteDialog, editDialog } from './card/dialogs.ts';
import { fetchesComposer, loadCreatePost } from './compose/composerCode.ts';
import { takeBackDialog } from './compose/dialogs.ts';
import { LateArrivals } from './compose/lateArrivals.ts';
import { useOpenComposer } from './compose/useOpenComposer.ts';
import HomePage from './HomePage.tsx';
import { categoryDialog } from './offer/dialogs.ts';
import { PostsInShell } from './PostsInShell.tsx';
import { linkCopiedDialog, shareDialog } from './share/dialogs.ts';
import { COMMENT_QUERY, REPLY_QUERY } from './share/placePath.ts';
import { plainWords } from './text/preview.ts';

const excerpt: OutboxLabel['excerpt'] = ({ text }) => (Array.isArray(text) ? plainWords(text) : '');

/** One component at two addresses: the chooser's page keeps the composer below it. */
const CreatePost = lazySoon(loadCreatePost);

const home = { rank: 10, to: '/home', within: ['/home', '/media'], icon: House, site: 'campus' } as const;

const TakeBackWritten = lazySoon(() => import('./compose/TakeBackWritten.tsx'));

/** Posts, comments and replies: the feed, the opened post, and everything that writes. */
export const post = defineWebNoun({
  name: 'post',
  routes: [
    // The feed is in the first bundle; the other pages load when opened.
    { path: '/home', Page: HomePage, title: 'Home', site: 'campus' },
    { path: '/media', Page: lazySoon(() => import('./MediaPage.tsx')), title: 'Media', site: 'campus' },
    {
      path: '/post/:id',
      Page: lazySoon(() => import('./PostPage.tsx')),
      SharedLink: lazySoon(() => import('./SharedPost.tsx')),
    },
    {
      path: '/media/:id',
      Page: lazySoon(() => import('./MediaPostPage.tsx')),
      SharedLink: lazySoon(() => import('./SharedPost.tsx')),
      over: '/post/:id',
      overQuery: [COMMENT_QUERY, REPLY_QUERY],
    },
    {
      path: '/create/comment/:id',
      Page: lazySoon(() => import('./compose/CreateCommentPage.tsx')),
      guard: 'protected',
      title: 'Comment',
    },
    { path: '/create/post', Page: CreatePost, guard: 'protected', over: '/home' },
    { path: '/create/categories', Page: CreatePost, guard: 'protected', over: '/home' },
  ],
  navigation: {
    side: [{ ...home, label: 'Home (Buy/Sell)' }],
    bottom: [{ ...home, label: 'Home' }],
  },
  mainAction: {
    rank: 15,
    label: 'Create Post',
    icon: SquarePen,
    bar: { label: 'Add post', icon: Plus },
    site: 'campus',
    useAct: useOpenComposer,
    ahead: fetchesComposer,
  },
  dialogs: [
    fill(
      deleteDialog,
      lazySoon(() => import('./DeleteDialog.tsx')),
    ),
    fill(
      editDialog,
      lazySoon(() => import('./compose/EditDialog.tsx')),
    ),
    fill(
      categoryDialog,
      lazySoon(() => import('./offer/CategoryDialog.tsx')),
    ),
    fill(
      shareDialog,
      lazySoon(() => import('./share/ShareDialog.tsx')),
    ),
    fill(
      linkCopiedDialog,
      lazySoon(() => import('./share/LinkCopiedDialog.tsx')),
    ),
    fill(
      takeBackDialog,
      lazySoon(() => import('./compose/TakeBackDialog.tsx')),
    ),
  ],
  slots: [
    fill(frameSlots.always, LateArrivals),
    fill(frameSlots.inShell, PostsInShell),
    fill(
      frameSlots.asidePage,
      lazySoon(() => import('./beside/BesidePost.tsx')),
    ),
    fill(
      frameSlots.asideMore,
      lazySoon(() => import('./beside/BesideFeed.tsx')),
    ),
    fill(
      profileTabs.posts,
      lazySoon(() => import('./profile/ProfilePosts.tsx')),
    ),
    fill(
      profileTabs.photos,
      lazySoon(() => import('./profile/ProfilePhotos.tsx')),
    ),
    fill(
      profileTabs.replies,
      lazySoon(() => import('./profile/ProfileReplies.tsx')),
    ),
  ],
  outbox: {
    CreatePost: { name: 'Your post', excerpt, TakeBack: lazySoon(() => import('./compose/TakeBackPost.tsx')) },
    AddComment: { name: 'Your comment', excerpt, TakeBack: TakeBackWritten },
    EditPost: { name: 'Your edit', excerpt, TakeBack: TakeBackWritten },
    SetSale: { name: 'A sale' },
    DeletePost: { name: 'A deletion' },
  },
  notices: {
    comment_success: { true: 'Your reply was sent' },
    trigger_alert: { post_success: 'Posted! Your post was sent.' },
  },
  settings: () => import('./settingsPart.tsx'),
  shortcuts: [
    { keys: ['n'], text: 'Write a new post' },
    { keys: ['j'], text: 'Next post' },
    { keys: ['k'], text: 'Previous post' },
    { keys: ['Enter'], text: 'Open the post in focus' },
    { keys: ['c'], text: 'Comment on the post' },
    { keys: ['Ctrl', 'Enter'], text: 'Send the post or comment you are writing' },
  ],
  forget: async (userId) => {
    const { forgetDrafts } = await persistently(() => import('../writing/face.ts'));
    await forgetDrafts(userId);
  },
});
