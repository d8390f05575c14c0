import { lazySoon } from '../kit/lazySoon.ts';
import { defineWebNoun } from '../noun.ts';

/** Feedback for those who run the place. */
export const feedback = defineWebNoun({
  name: 'feedback',
  routes: [
    {
      path: '/settings/feedback',
      Page: lazySoon(() => import('./FeedbackPage.tsx')),
      title: 'Give Us Feedback',
      frame: 'settings',
    },
  ],
  direct: ['GiveFeedback'],
  settings: () => import('./settingsPart.tsx'),
});
