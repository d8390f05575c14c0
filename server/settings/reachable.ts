import { banFact } from '#domain/ban/state.ts';
import { campusNamed, DEFAULT_CAMPUS } from '#domain/campus/face.ts';
import { deletionFact, refuseLeaving } from '#domain/deletion/face.ts';
import { type MailKind, settingsFact, wantsMail } from '#domain/settings/face.ts';
import { type UserState, userFact } from '#domain/user/state.ts';
import type { MailContent } from '../mail/mailLayout.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';

/** Somebody who can be mailed about what happens on the campus, and how the mail reaches them. */
export interface Reachable {
  readonly reader: UserState;
  /** Address of the site to which links lead, without a slash at its end. */
  readonly site: string;
  readonly envelope: Pick<MailContent, 'recipient' | 'to' | 'campus'> & { readonly unsubscribeUrl: string };
}

/**
 * The person at a confirmed address, if mails of the kind are wanted (NOTF-10) and the person is not banned or leaving; `null`: no mail goes.
 *
 * @param campusId whose site and brand; `null`: the person's own
 */
export async function reachable(
  userId: string,
  kind: MailKind,
  campusId: string | null,
  { dispatcher, siteOf, identity }: Pick<ReactorParts, 'dispatcher' | 'siteOf' | 'identity'>,
): Promise<Reachable | null> {
  // Who may do nothing here gets none of others' words either (GUARD-11).
  if ((await dispatcher.stateOf(banFact(userId))).isBanned) return null;
  if (refuseLeaving(await dispatcher.stateOf(deletionFact(userId))) !== null) return null;
  if (!wantsMail(await dispatcher.stateOf(settingsFact(userId)), kind)) return null;
  const reader = await dispatcher.stateOf(userFact(userId));
  const { email: to, verified, erased, memberOf, campus: begunAt } = reader;
  if (to === null || !verified || erased) return null;
  const campus = campusNamed(campusId ?? memberOf ?? begunAt ?? DEFAULT_CAMPUS);
  const site = siteOf(campus);
  const unsubscribeUrl = identity.unsubscribeLinks.linkOf(userId, { url: site }, kind);
  return { reader, site, envelope: { recipient: userId, to, campus, unsubscribeUrl } };
}

/** A person's name as a mail says it; `null`: the account was erased. */
export function nameInMail({
  firstName,
  lastName,
  erased,
}: Pick<UserState, 'firstName' | 'lastName' | 'erased'>): string | null {
  return erased || firstName === null ? null : [firstName, lastName].filter(Boolean).join(' ');
}

/** The beginning of a text, for a quotation. @param most characters */
export function excerptOf(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}…`;
}
