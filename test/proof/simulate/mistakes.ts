import { isDeepStrictEqual } from 'node:util';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { userFact } from '#domain/user/state.ts';
import { drawFrom } from '#test/model/acts.ts';
import { userActor } from '#test/server/support/people.ts';
import type { Community, GivenCommand, Member, SentCommand } from './community.ts';
import { dispatchUntilAnswered, untilAnswered, untilDone, watch } from './orders.ts';
import { logIn } from './standing.ts';

/** Number from which on the ids of commands about codes are counted. */
const FIRST_CODE = 1_000;
/** Commands about one code. */
const CODE_COMMANDS = 4;
/** Number from which on presses of links are counted. */
const FIRST_LINK = 10_000;
/** Milliseconds between two reads of a mailbox, and the number of reads before giving up. */
const MAIL_LOOK_MS = 100;
const MAIL_LOOKS = 100;
/** A code as the mails show it (VERF-04). */
const CODE = /(?<!\d)[1-9]\d{3}(?!\d)/;

/** Sends a command's id again with other content: it must be refused, whatever the outcome of the first one. */
export function sayOtherwise(community: Community, { userId, sent }: Member, pick: number): void {
  if (userId === null) return;
  const draw = (below: number) => pick % below;
  const landed = sent.filter(({ outcome }) => outcome?.ok === true && outcome.position !== null);
  const first = drawFrom({ draw }, landed);
  if (first === undefined) return;
  const everything = community.members.flatMap((member) => member.sent);
  const other = drawFrom(
    { draw },
    everything.filter((each) => isOtherwise(userId, first, each)),
  );
  if (other === undefined) return;
  const { id, commandId, type } = first;
  const given: GivenCommand = { commandId, outcome: null };
  community.mistakes.push({ given, code: 'COMMAND_ID_REUSED' });
  const said = async () => {
    given.outcome = await dispatchUntilAnswered(community, userActor(userId), { id, type, data: other.data });
  };
  void watch(community, said());
}

/** Whether another command, under the id of the first, would have other content for the same target. */
function isOtherwise(userId: string, { commandId, type, data }: SentCommand, other: SentCommand): boolean {
  if (other.type !== type || isDeepStrictEqual(other.data, data)) return false;
  const target = (of: SentCommand['data']) =>
    commandDefinitions[type]?.target({ id: commandId, type, data: of }, userActor(userId));
  return target(data) === target(other.data);
}

/** Changes the school address, or the account's, by a mailed code, which somebody else tries before, and uses it again. */
export function spendCodeTwice(community: Community, { userId }: Member, pick: number): void {
  const { server, mistakes, members } = community;
  if (userId === null) return;
  const isSchool = pick % 2 === 0;
  const email = `again${pick}@${isSchool ? 'ou.edu' : 'mail.example'}`;
  const id = (n: number) => newId(userId, FIRST_CODE + CODE_COMMANDS * pick + n);
  const spend = async (by: string, n: number, code: string): Promise<GivenCommand> => {
    const verifier = { userId: by, campus: 'ou', address: '10.0.0.1' };
    const form = { id: id(n), code, email };
    const outcome = await untilAnswered(community, ({ verification }) =>
      isSchool
        ? verification.verifySchool({ ...form, campus: 'ou' }, verifier)
        : verification.changeEmail(form, verifier),
    );
    return { commandId: effectiveCommandId(by, form.id), outcome };
  };
  const used = async () => {
    const asked = isSchool
      ? { id: id(0), type: 'RequestSchoolCode', data: { campus: 'ou', email } }
      : { id: id(0), type: 'RequestEmailChange', data: { email } };
    if (!(await dispatchUntilAnswered(community, userActor(userId), asked)).ok) return;
    const code = await mailedCode(community, email);
    if (code === null) return;
    const { restores } = server.disk;
    const stranger = members.find((member) => member.userId !== null && member.userId !== userId)?.userId;
    if (stranger != null) mistakes.push({ given: await spend(stranger, 1, code), code: 'CODE_WRONG' });
    const first = await spend(userId, 2, code);
    const again = await spend(userId, 3, code);
    // A backup that was put back does not know that the code was used.
    if (first.outcome?.ok === true && server.disk.restores === restores) {
      mistakes.push({ given: again, code: 'CODE_WRONG' });
    }
  };
  void watch(community, used());
}

/** Signs in by a link in a mail, which is pressed twice, one after the other or at once: one press gets in. */
export function pressLinkTwice(community: Community, member: Member, pick: number): void {
  const { server, mistakes } = community;
  const { userId } = member;
  if (userId === null) return;
  const press = (email: string, token: string) =>
    untilAnswered(community, async ({ signInByLink }) => {
      const pressed = await signInByLink({ email, token, name: null }, 'ou', '10.0.0.1');
      return pressed.ok ? { ok: true, position: null } : pressed;
    });
  const pressed = async () => {
    const { email } = await untilDone(community, ({ dispatcher }) => dispatcher.stateOf(userFact(userId)));
    if (email === null) return;
    const use = { purpose: 'sign-in', email, campus: 'ou' } as const;
    const token = await untilDone(community, ({ links }) => links.draw(use));
    const { restores } = server.disk;
    const one = press(email, token);
    if (pick % 2 === 0) await one;
    const outcomes = await Promise.all([one, press(email, token)]);
    if (outcomes.some(({ ok }) => ok)) logIn(community, member);
    if (server.disk.restores !== restores) return;
    const [second = null] = outcomes.filter(({ ok }) => ok).slice(1);
    mistakes.push({ given: { commandId: newId(userId, FIRST_LINK + pick), outcome: second }, code: 'LINK_WRONG' });
  };
  void watch(community, pressed());
}

async function mailedCode({ server, time }: Community, email: string): Promise<string | null> {
  for (let look = 0; look < MAIL_LOOKS; look += 1) {
    const mail = server.disk.mails.findLast(({ to }) => to === email);
    const code = mail?.text.match(CODE)?.[0];
    if (code !== undefined) return code;
    await new Promise<void>((resolve) => void time.after(MAIL_LOOK_MS, resolve));
  }
  return null;
}
