import { v5 as uuidv5 } from 'uuid';
import type { Actor } from '#domain/kernel/actor.ts';
import type { CommandOrigin } from '#domain/kernel/command.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import type { DispatchRig } from './dispatchRig.ts';

const NAMESPACE = '2f1b7b7c-6f5e-4a53-9a5b-2f0d8a0e2c11';

/** A stable UUID for a word: tests read better with names than with digits. */
export function idOf(word: string): string {
  return uuidv5(word, NAMESPACE);
}

/** Where a command comes from: the house gives also those that clients may give. */
export function originOf(actor: Actor, type: string): CommandOrigin {
  return actor.kind === 'system' ? 'server' : (commandDefinitions[type]?.origin ?? 'client');
}

export const VISITOR: Actor = { kind: 'visitor' };
export const SYSTEM: Actor = { kind: 'system', name: 'test' };

export function userActor(userId: string): Actor {
  return { kind: 'user', userId };
}

/** Registers someone; the e-mail is `<word>@ou.edu`. @returns the user's id */
export async function register(rig: DispatchRig, word: string, name = 'Ada Lovelace'): Promise<string> {
  const id = idOf(`register ${word}`);
  const outcome = await rig.give(VISITOR, id, 'RegisterUser', { email: `${word}@ou.edu`, name, acceptedTerms: true });
  if (!outcome.ok) throw new Error(`Registering ${word} was refused: ${outcome.rejection.code}`);
  return newId(effectiveCommandId('visitor', id), 0);
}

/** Registers someone and confirms the address. @returns the user's id */
export async function registerConfirmed(rig: DispatchRig, word: string): Promise<string> {
  const userId = await register(rig, word);
  const codeId = newId(effectiveCommandId('visitor', idOf(`register ${word}`)), 1);
  const outcome = await rig.give(userActor(userId), idOf(`confirm ${word}`), 'ConfirmEmail', { codeId });
  if (!outcome.ok) throw new Error(`Confirming ${word} was refused: ${outcome.rejection.code}`);
  return userId;
}

/** Registers someone who is a member of OU. @returns the user's id */
export async function registerMember(rig: DispatchRig, word: string): Promise<string> {
  const userId = await registerConfirmed(rig, word);
  const data = { campus: 'ou', email: `${word}@ou.edu` };
  const outcome = await rig.give(userActor(userId), idOf(`join ${word}`), 'JoinWithConfirmedEmail', data);
  if (!outcome.ok) throw new Error(`Joining of ${word} was refused: ${outcome.rejection.code}`);
  return userId;
}
