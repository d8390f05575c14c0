import { reveal } from '#domain/kernel/personal.ts';
import { defineServerNoun } from '../noun.ts';

/** Feedback: its entries in the archive of the person who gave it. */
export const feedbackNoun = defineServerNoun({
  name: 'feedback',
  archive: { FeedbackGiven: ({ data }) => ({ what: 'You gave feedback', text: reveal(data.text) }) },
});
