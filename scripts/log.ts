import { Command, Option } from 'commander';
import { eventDefinitions } from '#domain/registry.ts';
import { START } from '#projections/engine/eventLog.ts';
import { type ReadEvent, readEvents, withoutPersonal } from './cli/events.ts';
import type { Io } from './cli/io.ts';
import { type OpenLog, openPlainLog, openSealedLog } from './cli/openLog.ts';
import { campus, dataOption, instant, someOf, wholeNumber } from './cli/options.ts';
import { CSV_HEADER, type Format, formatEvent } from './log/format.ts';

/** Which events are shown, and how. */
export interface LogOptions {
  readonly data: string;
  /** Name of a stream, or its beginning with `*` (`post-*`). */
  readonly stream?: string;
  readonly type?: readonly string[];
  readonly campus?: string;
  readonly actor?: string;
  /** ISO instants; `since` included, `until` not. */
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly follow?: true;
  readonly json?: true;
  readonly csv?: true;
  readonly personal?: true;
}

type Reader = Pick<Awaited<ReturnType<typeof openSealedLog>>['log'], 'readAll' | 'subscribe'>;

/** Whether an event passes the filters. */
export function matches(options: LogOptions, { stream, type, meta }: ReadEvent): boolean {
  const { stream: wanted, since, until } = options;
  if (
    wanted?.endsWith('*') === true ? !stream.startsWith(wanted.slice(0, -1)) : wanted !== undefined && wanted !== stream
  ) {
    return false;
  }
  return (
    (options.type === undefined || options.type.includes(type)) &&
    (options.campus === undefined || options.campus === meta.campus) &&
    (options.actor === undefined || options.actor === meta.actor) &&
    (since === undefined || meta.at >= since) &&
    (until === undefined || meta.at < until)
  );
}

function formatOf({ json, csv }: LogOptions): Format {
  return json === true ? 'json' : csv === true ? 'csv' : 'text';
}

/** Prints the log, read beside a running server; with `follow` until `io.stop`. */
export async function runLog(options: LogOptions, io: Io): Promise<void> {
  const opened = options.personal === true ? await openPlainLog(options.data) : await openSealedLog(options.data);
  const { log, close } = opened as OpenLog<Reader>;
  const format = formatOf(options);
  const show = (event: ReadEvent) => {
    const data = options.personal === true ? event.data : withoutPersonal(event);
    io.print(formatEvent({ ...event, data }, format));
  };
  try {
    if (format === 'csv') io.print(CSV_HEADER);
    const end = await printPast(log, options, io, show);
    if (options.follow === true) await follow(log, end, options, io, show);
  } finally {
    await close();
  }
}

/** Prints the events so far; with a limit only the last ones. Returns the position of the end. */
async function printPast(log: Reader, options: LogOptions, io: Io, show: (event: ReadEvent) => void): Promise<string> {
  const { limit } = options;
  const kept: ReadEvent[] = [];
  let end = START;
  for await (const event of readEvents(log, START)) {
    if (io.stop.aborted) break;
    end = event.position;
    if (!matches(options, event)) continue;
    if (limit === undefined) show(event);
    else if (kept.push(event) > limit) kept.shift();
  }
  for (const event of kept) show(event);
  return end;
}

async function follow(
  log: Reader,
  after: string,
  options: LogOptions,
  io: Io,
  show: (event: ReadEvent) => void,
): Promise<void> {
  if (io.stop.aborted) return;
  await new Promise<void>((resolve, reject) => {
    const handle = async (events: readonly ReadEvent[]) => {
      for (const event of events) if (matches(options, event)) show(event);
    };
    const subscription = log.subscribe(after, handle, (error) => void subscription.close().then(() => reject(error)));
    io.stop.addEventListener('abort', () => void subscription.close().then(resolve), { once: true });
  });
}

/** `quad log`. */
export function logVerb(io: Io): Command {
  const now = () => new Date();
  return new Command('log')
    .description('print events of the log; personal data only with --personal')
    .addOption(dataOption())
    .option('--stream <name>', 'only this stream, or streams that begin so: "post-*"')
    .option('--type <types>', 'only events of these types', someOf('event type', Object.keys(eventDefinitions)))
    .option('--campus <id>', 'only events of this campus', campus)
    .option('--actor <id>', 'only what this user, or part of the system, did')
    .option('--since <instant>', 'only events from then on: an ISO instant, or 90s, 30m, 2h, 3d ago', instant(now))
    .option('--until <instant>', 'only events before then', instant(now))
    .option('--limit <n>', 'only the last n of them', wholeNumber())
    .option('-f, --follow', 'go on with what comes, until Ctrl+C')
    .addOption(new Option('--json', 'one JSON object a line').conflicts('csv'))
    .option('--csv', 'comma-separated, with a header')
    .option('--personal', "show personal data in plain, with the vault's keys")
    .action((options: LogOptions) => runLog(options, io));
}
