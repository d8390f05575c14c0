import { Bookmark } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun, frameSlots } from '../noun.ts';
import { cardActions } from '../post/face.ts';
import { profileTabs } from '../user/face.ts';
import { SaveButton } from './SaveButton.tsx';
import { SaveKey } from './SaveKey.ts';

const saved = { rank: 20, to: '/saved', label: 'Saved', icon: Bookmark, who: 'user' } as const;

/** Saved posts. */
export const save = defineWebNoun({
  name: 'save',
  routes: [
    { path: '/saved', Page: lazySoon(() => import('./SavedPage.tsx')), guard: 'protected', title: 'Saved' },
    { path: '/post/:id/likes', Page: lazySoon(() => import('./LikedByPage.tsx')), title: 'Liked by' },
  ],
  navigation: { side: [saved], menu: [{ ...saved, label: 'My Saved' }] },
  slots: [
    fill(cardActions, SaveButton),
    fill(frameSlots.inShell, SaveKey),
    fill(
      profileTabs.likes,
      lazySoon(() => import('./ProfileLikes.tsx')),
    ),
  ],
  shortcuts: [{ keys: ['s'], text: 'Save the post, or take it off your list' }],
  outbox: { SavePost: { name: 'A save' }, UnsavePost: { name: 'A removed save' } },
});
