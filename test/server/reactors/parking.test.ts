import { beforeEach, describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { type AnyRecordedEvent, eventDefinitions } from '#domain/registry.ts';
import { userFact } from '#domain/user/state.ts';
import { createEventLog, type OpenEventLog } from '#server/log/eventLog.ts';
import { createCampusSites } from '#server/mail/campusSites.ts';
import { type Logger, silentLogger } from '#server/observability/logging.ts';
import type { Mail } from '#server/ports/mail.ts';
import { PARKED_MAX_EVENTS, RETRY_PARKED_EVERY_MS } from '#server/reactors/parking.ts';
import type { Reactor } from '#server/reactors/reactor.ts';
import { createReactorRunner, type ReactorRunner } from '#server/reactors/runner.ts';
import { createMailReactor } from '#server/user/mail.ts';
import { ADA, BOB, bioChanged, confirmed, erased } from '../log/eventLogSamples.ts';
import { type IdentityRig, identityRig } from '../support/identityRig.ts';
import { idOf, register } from '../support/people.ts';
import { firedClock, until } from '../support/reactorRig.ts';

/** Milliseconds after which a checkpoint is written. */
const CHECKPOINT_AFTER_MS = 1_000;
const CY = idOf('cy');

let rig: IdentityRig;
/** The log over a vault that lost the keys of these people. */
let log: OpenEventLog;
let lost: Set<string>;
let clock: ReturnType<typeof firedClock>;
let alarms: unknown[];

beforeEach(() => {
  rig = identityRig();
  lost = new Set();
  clock = firedClock();
  alarms = [];
  const find: typeof rig.vault.keys.find = async (subjects) => {
    const found = await rig.vault.keys.find(subjects);
    return new Map([...found].filter(([subject]) => !lost.has(subject)));
  };
  log = createEventLog(rig.store, { ...rig.vault.keys, find }, eventDefinitions);
});

/** Runs a reactor as a process does. */
async function start(reactor: Reactor): Promise<ReactorRunner> {
  const logger: Logger = { ...silentLogger, error: (fields: unknown) => void alarms.push(fields) };
  const runner = createReactorRunner({ reactor, log, checkpoints: rig.vault.checkpoints, clock, logger });
  await runner.start();
  return runner;
}

/** Waits for everything in the log, and until the checkpoint is written. */
async function settled(runner: ReactorRunner): Promise<void> {
  // Answers are events too.
  for (let head = ''; head !== (await rig.store.head()); ) {
    head = await rig.store.head();
    await until(() => runner.status().position >= head);
  }
  clock.fire(CHECKPOINT_AFTER_MS);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Resolves when a code of somebody has been mailed, and the reactor knows of it. */
async function mailed(runner: ReactorRunner, userId: string): Promise<void> {
  let isSent = false;
  await until(() => {
    void rig.dispatcher.stateOf(userFact(userId)).then(({ codes }) => {
      isSent = codes.some(({ state }) => state === 'sent');
    });
    return isSent;
  });
  await settled(runner);
}

async function append(stream: string, ...events: Parameters<OpenEventLog['seal']>[0]): Promise<void> {
  const present = await rig.store.readStream(stream);
  await rig.store.append(stream, present.length - 1, await rig.log.seal(events));
}

const parkedTypes = (runner: ReactorRunner) => runner.status().parked.map(({ type }) => type);

describe('the mail reactor, while the key of a person is missing', () => {
  let sent: Mail[];
  let ada: string;
  let bob: string;

  const mailReactor = () =>
    createMailReactor({
      dispatcher: rig.dispatcher,
      codes: rig.codes,
      vault: rig.vault,
      transport: { send: async (mail) => void sent.push(mail) },
      mayMail: rig.mayMail,
      siteOf: createCampusSites({ environment: 'development', port: 4321 }),
      clock: rig.clock.now,
      pause: async () => undefined,
      logger: silentLogger,
    });
  const recipients = () => sent.map(({ recipient }) => recipient);

  /** A reactor that has met Ada without her key, and Bob after her. */
  async function begin(): Promise<ReactorRunner> {
    const runner = await start(mailReactor());
    // As a restored vault, that is older than the log, has no key of those who came later.
    lost.add(idOfUser('ada'));
    ada = await register(rig, 'ada');
    bob = await register(rig, 'bob');
    expect(ada).toBe(idOfUser('ada'));
    await mailed(runner, bob);
    return runner;
  }

  beforeEach(() => {
    sent = [];
  });

  it('mails everybody else, raises an alarm, and is well', async () => {
    const runner = await begin();
    expect(recipients()).toEqual([bob]);
    const [event] = (await rig.store.readStream(`user-${ada}`)).filter(({ type }) => type === 'CodeRequested');
    const { stream, revision, position } = event ?? {};
    expect(runner.status()).toMatchObject({
      problem: null,
      parked: [{ type: 'CodeRequested', stream, revision, position, problem: expect.stringContaining(ada) }],
    });
    expect(alarms).toMatchObject([{ event: 'event_parked', reactor: 'mail', subject: ada, position }]);
    await runner.waitFor(await rig.store.head(), 1);
    await runner.stop();
  });

  it('mails it once its key is back, and nobody twice', async () => {
    const runner = await begin();
    lost.clear();
    expect(clock.delays).toContain(RETRY_PARKED_EVERY_MS);
    clock.fire(RETRY_PARKED_EVERY_MS);
    await until(() => parkedTypes(runner).length === 0);
    await mailed(runner, ada);
    expect(recipients()).toEqual([bob, ada]);
    expect(await rig.vault.checkpoints.find('mail')).toBe(runner.status().position);
    await runner.stop();
    const next = await start(mailReactor());
    await settled(next);
    expect(recipients()).toEqual([bob, ada]);
    await next.stop();
  });

  it('meets the event again after a restart, and mails those behind it no second time', async () => {
    const first = await begin();
    await first.stop();
    const [event] = (await rig.store.readStream(`user-${ada}`)).filter(({ type }) => type === 'CodeRequested');
    expect((await rig.vault.checkpoints.find('mail')) ?? '').toBe(positionBefore(event?.position));
    const second = await start(mailReactor());
    await settled(second);
    expect([parkedTypes(second), recipients()]).toEqual([['CodeRequested'], [bob]]);
    await second.stop();
    lost.clear();
    const third = await start(mailReactor());
    await mailed(third, ada);
    expect([parkedTypes(third), recipients()]).toEqual([[], [bob, ada]]);
    await third.stop();
  });

  it('[P10] lets go of it when the person is erased, and mails nothing', async () => {
    const runner = await begin();
    await append(`user-${ada}`, erased(9, ada));
    await settled(runner);
    clock.fire(RETRY_PARKED_EVERY_MS);
    await until(() => parkedTypes(runner).length === 0);
    await settled(runner);
    expect(recipients()).toEqual([bob]);
    expect(await rig.vault.checkpoints.find('mail')).toBe(await rig.store.head());
    await runner.stop();
  });
});

describe('a reactor', () => {
  let seen: string[];
  const bios = (handle: (event: AnyRecordedEvent) => Promise<void> = async () => undefined): Reactor => ({
    name: 'bios',
    on: {},
    async otherwise(event) {
      await handle(event);
      if (event.type === 'BioChanged') seen.push(`${reveal(event.data.bio)}`);
      else seen.push(event.type);
    },
  });

  beforeEach(async () => {
    seen = [];
    await rig.vault.keys.obtain(ADA);
    lost.add(ADA);
  });

  it('parks no event of such a person that it can answer without the key', async () => {
    const runner = await start({ name: 'types', on: {}, otherwise: async ({ type }) => void seen.push(type) });
    await append(`user-${ADA}`, bioChanged(1), confirmed(2));
    await settled(runner);
    expect([seen, runner.status().parked]).toEqual([['BioChanged', 'EmailConfirmed'], []]);
    await runner.stop();
  });

  it('parks an event whose answer reads another stream that needs the key', async () => {
    const reading = async () => void (await log.readStream(`user-${ADA}`));
    await append(`user-${ADA}`, bioChanged(1));
    const runner = await start(bios(reading));
    await append(`user-${BOB}`, confirmed(2, BOB));
    await settled(runner);
    expect([seen, runner.status().parked]).toMatchObject([[], [{ stream: `user-${BOB}`, type: 'EmailConfirmed' }]]);
    lost.clear();
    clock.fire(RETRY_PARKED_EVERY_MS);
    await until(() => seen.length === 1);
    await runner.stop();
  });

  it('holds its checkpoint before the first event that is still parked', async () => {
    lost.add(BOB);
    const runner = await start(bios());
    await append(`user-${ADA}`, bioChanged(1));
    await append(`user-${BOB}`, bioChanged(2, BOB, 'I am Bob.'));
    await append(`user-${CY}`, confirmed(3, CY));
    await settled(runner);
    const [first, second] = runner.status().parked.map(({ position }) => position);
    expect(await rig.vault.checkpoints.find('bios')).toBe(positionBefore(first));
    lost.delete(ADA);
    clock.fire(RETRY_PARKED_EVERY_MS);
    await until(() => parkedTypes(runner).length === 1);
    await settled(runner);
    expect(await rig.vault.checkpoints.find('bios')).toBe(positionBefore(second));
    expect(seen).toEqual(['EmailConfirmed', 'I sell an analytical engine.']);
    await runner.stop();
  });

  it('keeps an event parked whose next try fails for another reason, and says which', async () => {
    let isBroken = false;
    const breaking = async () => {
      if (isBroken) throw new Error('The mail server hangs.');
    };
    const runner = await start(bios(breaking));
    await append(`user-${ADA}`, bioChanged(1));
    await settled(runner);
    lost.clear();
    isBroken = true;
    clock.fire(RETRY_PARKED_EVERY_MS);
    await until(() => runner.status().parked[0]?.problem === 'The mail server hangs.');
    isBroken = false;
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    clock.fire(RETRY_PARKED_EVERY_MS);
    await until(() => seen.length === 1);
    await runner.stop();
  });

  it('answers one event at a time, new ones and parked ones', async () => {
    let running = 0;
    let most = 0;
    const counting = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    const runner = await start(bios(counting));
    await append(`user-${ADA}`, bioChanged(1));
    await settled(runner);
    lost.clear();
    clock.fire(RETRY_PARKED_EVERY_MS);
    await append(`user-${BOB}`, ...Array.from({ length: 20 }, (_, n) => confirmed(n + 2, BOB)));
    await until(() => seen.length === 21);
    expect(most).toBe(1);
    await runner.stop();
  });

  it('waits at the event that would be one too many, and goes on when there is room', async () => {
    const runner = await start(bios());
    const events = Array.from({ length: PARKED_MAX_EVENTS + 1 }, (_, n) => bioChanged(n));
    await append(`user-${ADA}`, ...events);
    await until(() => runner.status().problem !== null);
    const { parked, problem, position } = runner.status();
    expect([parked.length, problem]).toEqual([PARKED_MAX_EVENTS, expect.stringContaining('events are parked already')]);
    expect(position).toBe(parked.at(-1)?.position);
    lost.clear();
    clock.fire(RETRY_PARKED_EVERY_MS);
    await until(() => seen.length === PARKED_MAX_EVENTS);
    clock.fire();
    await until(() => seen.length === PARKED_MAX_EVENTS + 1);
    await until(() => runner.status().problem === null);
    await runner.stop();
  });
});

/** Id that `register` gives a person. */
function idOfUser(word: string): string {
  return newId(effectiveCommandId('visitor', idOf(`register ${word}`)), 0);
}

const positionBefore = (position = '') => String(Number(position) - 1).padStart(16, '0');
