import { isDeepStrictEqual } from 'node:util';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { drawFrom } from '#test/model/model.ts';
import { userActor } from '#test/server/support/people.ts';
import type { Community, GivenCommand, Member, SentCommand } from './community.ts';
import { dispatchUntilAnswered, untilAnswered, watch } from './orders.ts';

/** Number from which on the ids of commands about codes are counted. */
const FIRST_CODE = 1_000;
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

/** Changes a school address by a mailed code, and uses that code again. */
export function spendCodeTwice(community: Community, { userId }: Member, pick: number): void {
  const { server, mistakes } = community;
  if (userId === null) return;
  const email = `again${pick}@ou.edu`;
  const id = (n: number) => newId(userId, FIRST_CODE + 3 * pick + n);
  const spend = (n: number, code: string) =>
    untilAnswered(community, ({ verification }) =>
      verification.verifySchool(
        { id: id(n), code, email, campus: 'ou' },
        { userId, campus: 'ou', address: '10.0.0.1' },
      ),
    );
  const used = async () => {
    const asked = { id: id(0), type: 'RequestSchoolCode', data: { campus: 'ou', email } };
    if (!(await dispatchUntilAnswered(community, userActor(userId), asked)).ok) return;
    const code = await mailedCode(community, email);
    if (code === null) return;
    const { restores } = server.disk;
    const first = await spend(1, code);
    const again: GivenCommand = { commandId: effectiveCommandId(userId, id(2)), outcome: await spend(2, code) };
    // A backup that was put back does not know that the code was used.
    if (first.ok && server.disk.restores === restores) mistakes.push({ given: again, code: 'CODE_WRONG' });
  };
  void watch(community, used());
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
