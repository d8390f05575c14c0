import type { Sabotage } from '../sabotage.ts';

/** Faults of accounts: bans, deletions, links and codes, and who may look into what. */
export const accounts: readonly Sabotage[] = [
  {
    name: 'bans-bar-nothing',
    says: 'commands of a banned person are taken by whoever has a session left',
    edits: [
      {
        file: 'domain/ban/decider.ts',
        original: "return isBanned ? banRejection('ACCOUNT_BANNED', reason === null ? {} : { reason }) : null;",
        broken: 'return isBanned ? null : null;',
      },
    ],
    foundBy: { simulate: { promise: 'rules', seed: 1 } },
  },
  {
    name: 'dispatcher-forgets-bars',
    says: 'the dispatcher looks for bars and takes the command all the same',
    edits: [
      {
        file: 'server/write/attempt.ts',
        original: 'if (barred !== null) return settleWithout(',
        broken: 'if (barred === undefined) return settleWithout(',
      },
    ],
    foundBy: { simulate: { promise: 'rules', seed: 2 } },
  },
  {
    name: 'ban-keeps-sessions',
    says: 'the sessions of a banned person go on',
    edits: [
      {
        file: 'server/ban/enforce.ts',
        original: 'await sessions.endAllOf(userId);\n    for (const address',
        broken: 'for (const address',
      },
    ],
    foundBy: { simulate: { promise: 'P8', seed: 2 } },
  },
  {
    name: 'hub-keeps-banned',
    says: 'sessions that end together, as those of a banned person do, stay open at the hub',
    edits: [
      {
        file: 'server/identity/sessions.ts',
        original: 'for (const { sessionId } of sessions) onEnded(sessionId);',
        broken: '',
      },
      {
        file: 'server/roles/vaultFollower.ts',
        original: 'sessionEnded: (sessionId) => hub.endSession(sessionId),',
        broken: 'sessionEnded: () => undefined,',
      },
      {
        file: 'projections/user/right.ts',
        original: 'account === null || account.isBanned',
        broken: 'account === null',
      },
    ],
    foundBy: { simulate: { promise: 'P8', seed: 1 } },
  },
  {
    name: 'deletion-leaves-posts',
    says: 'a deletion that is due erases the person, and what they wrote stays',
    edits: [
      {
        file: 'server/deletion/reactor.ts',
        original: 'for (const dependents of ofPeople) await endDependents(event, dependents, userId, answer, parts);',
        broken: '',
      },
    ],
    foundBy: { simulate: { promise: 'P6', seed: 1 } },
  },
  {
    name: 'kept-account-is-deleted',
    says: 'the deletion of an account that was kept begins all the same',
    edits: [
      {
        file: 'domain/deletion/decider.ts',
        original:
          "if (status !== 'requested' || receipt === null || dueAt === null) return accept();\n  if (secondsBetween(dueAt, now) < 0) return accept();",
        broken: 'if (receipt === null || now === dueAt) return accept();',
      },
      {
        file: 'projections/deletion/folds.ts',
        original:
          'DeletionCancelled: { reads: own, fold: ({ data: { userId } }) => [write(deletions, userId, null)] },',
        broken: '',
      },
    ],
    foundBy: { simulate: { promise: 'rules', seed: 9 } },
  },
  {
    name: 'link-used-twice',
    says: 'a link in a mail gets in as often as it is pressed',
    edits: [
      {
        file: 'server/identity/links.ts',
        original: '|| !(await vault.consume(linkId, by))) return null;',
        broken: ') return null;',
      },
      {
        file: 'server/identity/signInByLink.ts',
        original: 'if (done.ok) {\n      await links.withdraw(use);',
        broken: 'if (done.ok) {',
      },
    ],
    foundBy: { simulate: { promise: 'rules', seed: 1 } },
  },
  {
    name: 'private-campus-open',
    says: 'a closed campus is open to the members of every campus',
    edits: [
      {
        file: 'domain/campus/access.ts',
        original: 'return !reader.closed.includes(campusId) || reader.memberOf === campusId;',
        broken: 'return !reader.closed.includes(campusId) || reader.memberOf !== null;',
      },
    ],
    foundBy: { simulate: { promise: 'P8', seed: 1 } },
  },
  {
    name: 'cases-for-everybody',
    says: 'the lists of the moderators are open to everybody who has confirmed the address',
    edits: [
      {
        file: 'domain/report/access.ts',
        original: 'return mustBeModerator(viewer) === null;',
        broken: 'return mustBeConfirmed(viewer) === null;',
      },
    ],
    foundBy: { simulate: { promise: 'P8', seed: 85 } },
  },
  {
    name: 'leaver-keeps-rights',
    says: 'somebody whose account is going to be deleted goes on seeing what members see',
    edits: [
      {
        file: 'projections/user/right.ts',
        original: 'account !== null && account.deletion !== null',
        broken: 'account !== null && account.deletion === undefined',
      },
    ],
    foundBy: { simulate: { promise: 'P8', seed: 46 } },
  },
  {
    name: 'early-commands-lost',
    says: 'a command that is given before the page has its rules is not sent',
    edits: [
      {
        file: 'web/sync/core.ts',
        original: 'this.#options.rules.load().then((loaded) => this.#add(loaded, command))',
        broken: 'this.#options.rules.load().then((loaded) => new Promise<never>(() => loaded))',
      },
    ],
    foundBy: { simulate: { promise: 'P7', seed: 1 } },
  },
];
