import { reveal } from '#domain/kernel/personal.ts';
import { passkeyFact } from '#domain/passkey/state.ts';
import { defineServerNoun } from '../noun.ts';
import { createPasskeyReactor } from './reactor.ts';
import { passkeyRoutes } from './routes.ts';

/** Passkeys: signing in with them, adding and removing them, and what the vault keeps of them. */
export const passkeyNoun = defineServerNoun({
  name: 'passkey',
  routes: passkeyRoutes,
  reactors: { passkey: ({ vault, dispatcher, logger }) => createPasskeyReactor(vault, dispatcher, logger) },
  erasers: ['passkey'],
  shelf: {
    async isNamed({ id, subject }, { dispatcher }) {
      const { passkeys } = await dispatcher.stateOf(passkeyFact(subject));
      return passkeys.some(({ passkeyId }) => passkeyId === id);
    },
  },
  archive: {
    PasskeyAdded: ({ data }) => ({ what: `You added a passkey for ${data.site}`, text: reveal(data.name) }),
    PasskeyRenamed: ({ data }) => ({ what: 'You renamed a passkey', text: reveal(data.name) }),
  },
});
