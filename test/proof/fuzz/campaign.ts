import { setTimeout as pause } from 'node:timers/promises';
import type { Kind, Numbered, Reply } from './input.ts';
import { isBraked, judge, judgePushed } from './judge.ts';
import type { Cookies } from './members.ts';
import { FLAT_MIB, type MemoryReport, memoryReport } from './memory.ts';
import { createPace } from './pace.ts';
import type { Secrets } from './secrets.ts';
import { HttpSender, type Sender } from './sending/http.ts';
import { SocketSender } from './sending/sockets.ts';
import { sendBytes } from './sending/wire.ts';
import type { Target } from './target.ts';

/** Inputs that are on their way at a time. */
const LANES = 24;
/** Inputs stored with a finding: earlier ones may have contributed to it. */
const RECENT = 64;
/** Findings after which a run ends: more would say the same. */
const MAX_FINDINGS = 20;
const MEMORY_SAMPLES = 40;
/** Milliseconds after the last input in which the server may still crash or write a line. */
const AFTERMATH_MS = 500;
/** Level of pino from which a line is an error of ours. */
const ERROR_LEVEL = 50;
/** Status of an answer that comes later, or elsewhere. */
const BUSY = 503;
/** Share of inputs that brakes may keep from their target. */
const MAX_BRAKED_SHARE = 0.1;
/**
 * Milliseconds that a search may take, with those of the other lanes before it: each costs an engine of one thread up to some
 * 100 ms (docs/search.md), on a machine that may have other work.
 */
export const SEARCH_MAX_MS = 10_000;

/** Something that must not be. */
export interface Finding {
  readonly what: string;
  /** The input whose answer shows it; `null` when it is about the whole run, or a log line. */
  readonly at: Numbered | null;
  /** The log line that shows it. */
  readonly line: string | null;
  /** Inputs that were sent shortly before, oldest first. */
  readonly recent: readonly Numbered[];
}

export interface CampaignReport {
  readonly inputs: number;
  readonly seconds: number;
  readonly perKind: Readonly<Partial<Record<Kind, number>>>;
  /** Milliseconds until the latest answer to an input of a kind. */
  readonly longestMs: Readonly<Partial<Record<Kind, number>>>;
  /** Most that it may be, where that was looked at. */
  readonly maxMs: Readonly<Partial<Record<Kind, number>>>;
  /** Answers by HTTP status, `ok`, code of a refusal, or another result. */
  readonly answers: Readonly<Record<string, number>>;
  readonly braked: number;
  readonly logLines: number;
  readonly memory: MemoryReport;
  readonly findings: readonly Finding[];
}

/** Dependencies of a campaign. */
export interface Campaign {
  readonly target: Target;
  readonly cookies: Cookies;
  readonly secrets: Secrets;
  /** The inputs in order; the next is asked for when a lane is free. */
  readonly inputs: Iterable<Numbered>;
  /** Number of inputs. */
  readonly count: number;
  /** Milliseconds in which inputs of a kind are to be answered, where only such are sent: beside others they wait for those. */
  readonly maxMs?: Readonly<Partial<Record<Kind, number>>>;
  readonly onProgress?: (done: number, findings: number) => void;
}

/** Sends all inputs and watches the server from outside: answers, log lines, memory, and whether it still runs. */
export async function runCampaign(campaign: Campaign): Promise<CampaignReport> {
  return new Run(campaign).run();
}

class Run {
  readonly #campaign: Campaign;
  readonly #findings: Finding[] = [];
  readonly #recent: Numbered[] = [];
  readonly #answers: Record<string, number> = {};
  readonly #perKind: Partial<Record<Kind, number>> = {};
  readonly #longestMs: Partial<Record<Kind, number>> = {};
  readonly #memory: number[] = [];
  readonly #http: HttpSender;
  readonly #sockets: SocketSender;
  readonly #pace = createPace();
  #done = 0;
  #braked = 0;
  #logLines = 0;

  constructor(campaign: Campaign) {
    const { port } = campaign.target;
    this.#campaign = campaign;
    this.#http = new HttpSender(port);
    this.#sockets = new SocketSender(port, (event, payload) => this.#report(judgePushed(event, payload), null));
  }

  async run(): Promise<CampaignReport> {
    const startedAt = performance.now();
    this.#campaign.target.onLine((line) => this.#readLine(line));
    const inputs = this.#campaign.inputs[Symbol.iterator]();
    await Promise.all(Array.from({ length: LANES }, () => this.#lane(inputs)));
    const seconds = (performance.now() - startedAt) / 1_000;
    this.#sockets.close();
    this.#http.close();
    await pause(AFTERMATH_MS);
    this.#checkAlive();
    return this.#conclude(seconds);
  }

  async #lane(inputs: Iterator<Numbered>): Promise<void> {
    while (this.#findings.length < MAX_FINDINGS && this.#campaign.target.ended() === null) {
      const next = inputs.next();
      if (next.done === true) return;
      await this.#one(next.value);
    }
  }

  async #one(numbered: Numbered): Promise<void> {
    const { input, kind } = numbered;
    await this.#pace(input);
    this.#recent.push(numbered);
    if (this.#recent.length > RECENT) this.#recent.shift();
    const sentAt = performance.now();
    const reply = await this.#send(numbered).catch(
      (error: unknown): Reply => ({ type: 'missing', why: `it could not be sent: ${String(error)}` }),
    );
    if (isBraked(reply)) this.#braked += 1;
    const label = labelOf(reply);
    this.#answers[label] = (this.#answers[label] ?? 0) + 1;
    this.#perKind[kind] = (this.#perKind[kind] ?? 0) + 1;
    this.#report(judge(input, reply, this.#campaign.secrets), numbered);
    // A 503 on purpose may have waited for what has not come.
    if (reply.type !== 'http' || reply.status !== BUSY) this.#took(performance.now() - sentAt, numbered);
    await this.#count();
  }

  #took(milliseconds: number, numbered: Numbered): void {
    const { kind } = numbered;
    this.#longestMs[kind] = Math.max(this.#longestMs[kind] ?? 0, Math.round(milliseconds));
    const max = this.#campaign.maxMs?.[kind];
    if (max !== undefined && milliseconds > max)
      this.#report(`An answer to ${kind} took more than ${max} ms.`, numbered);
  }

  #send({ input }: Numbered): Promise<Reply> {
    const { target, cookies } = this.#campaign;
    const cookie = input.member === null ? '' : (cookies[input.member] ?? '');
    const sender: Sender = { cookie, address: input.address };
    if (input.via === 'http') return this.#http.send(input, sender);
    return input.via === 'socket' ? this.#sockets.send(input, sender) : sendBytes(target.port, input, sender);
  }

  async #count(): Promise<void> {
    this.#done += 1;
    const { count, onProgress, target } = this.#campaign;
    onProgress?.(this.#done, this.#findings.length);
    if (this.#done % Math.max(1, Math.floor(count / MEMORY_SAMPLES)) !== 0) return;
    const bytes = await target.residentBytes();
    if (bytes !== null) this.#memory.push(bytes);
  }

  #readLine(line: string): void {
    this.#logLines += 1;
    const kind = this.#campaign.secrets.inLogLine(line);
    if (kind !== null) this.#report(`A log line holds a secret: ${kind}`, null, line);
    const error = errorIn(line);
    if (error !== null) this.#report(`The server logged an error: ${error}`, null, line);
  }

  #checkAlive(): void {
    const ended = this.#campaign.target.ended();
    if (ended !== null) this.#report(`The server ended by itself (${ended}).`, null);
  }

  #report(what: string | null, at: Numbered | null, line: string | null = null): void {
    if (what === null || this.#findings.some((known) => known.what === what)) return;
    this.#findings.push({ what, at, line, recent: [...this.#recent] });
  }

  #conclude(seconds: number): CampaignReport {
    const memory = memoryReport(this.#memory);
    if ((memory.growthMib ?? 0) > FLAT_MIB) this.#report(`Memory grew by ${memory.growthMib} MiB.`, null);
    const share = this.#braked / Math.max(1, this.#done);
    if (share > MAX_BRAKED_SHARE) {
      this.#report(`Brakes kept ${Math.round(share * 100)}% of the inputs from their target.`, null);
    }
    return {
      inputs: this.#done,
      seconds,
      perKind: this.#perKind,
      longestMs: this.#longestMs,
      maxMs: this.#campaign.maxMs ?? {},
      answers: this.#answers,
      braked: this.#braked,
      logLines: this.#logLines,
      memory,
      findings: this.#findings,
    };
  }
}

/** The error in a line of the log: one of ours, or text about an error that is no log line. */
function errorIn(line: string): string | null {
  if (!line.startsWith('{')) return /error|warning/i.test(line) ? line.slice(0, 200) : null;
  const { level, msg, err } = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
  return (level ?? 0) >= ERROR_LEVEL ? `${msg ?? ''} ${err?.message ?? ''}`.trim() : null;
}

function labelOf(reply: Reply): string {
  if (reply.type === 'http') return String(reply.status);
  if (reply.type !== 'message') return reply.type;
  const { ok, refusal } = (reply.answer ?? {}) as { ok?: boolean; refusal?: { code?: string } };
  return ok === true ? 'ok' : (refusal?.code ?? 'other');
}
