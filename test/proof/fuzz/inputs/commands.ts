import { newId } from '#domain/kernel/ids.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { models as nouns } from '#test/model/nouns.ts';
import { hostileValue } from '../hostile.ts';
import type { Input } from '../input.ts';
import { nearly } from '../mutate.ts';
import { type Draw, drawValue } from '../schemaValues.ts';
import { stableId } from '../source.ts';
import { someAddress, somebody, someLaterPost, somePost } from '../world.ts';
import { jsonRequest } from './requests.ts';

const definitions = Object.values(commandDefinitions);
/** Any id, where only the shape of a command matters. */
const PROBE = '00000000-0000-7000-8000-000000000000';
const byClients = definitions.filter(({ origin }) => origin === 'client');

/** A command from its schema, over HTTP or the socket: valid, nearly valid, or only a value. */
export function commandInput(draw: Draw): Input {
  const { source } = draw;
  const { envelope, author } = envelopeOf(draw);
  const payload = source.weighted<() => unknown>([
    [45, () => envelope],
    [25, () => ({ ...envelope, data: nearly(envelope.data, source) })],
    [20, () => nearly(envelope, source)],
    [10, () => hostileValue(source)],
  ])();
  const common = {
    member: source.chance(92) ? author : null,
    address: someAddress(source),
    brake: 'commands',
  } as const;
  return source.chance(50)
    ? jsonRequest('POST', '/api/commands', payload, { ...common, shape: 'command' })
    : { via: 'socket', event: 'command', payload, shape: 'command', ...common };
}

/** Generators of the nouns' models, by command type. */
const models = new Map(nouns.flatMap(({ commands }) => Object.entries(commands)));

function envelopeOf(draw: Draw) {
  const { world, source, number } = draw;
  const definition = source.pick(source.chance(85) ? byClients : definitions);
  const { type, version, schema } = definition;
  const model = models.get(type);
  const isNew = makesNew(definition);
  // The first posts stay: a deletion is about a later one.
  const planned =
    isNew || model?.ends === true ? someLaterPost(world, source, number) : somePost(world, source, number);
  // A thing with an id that other inputs refer to; its owner also changes and ends it.
  const isOwn = (isNew || model?.owner !== undefined) && source.chance(85);
  const author = isOwn ? planned.author : somebody(world, source).index;
  const actor = world.people[author]?.userId ?? '';
  const id = isOwn && isNew ? planned.commandId : stableId(world.seed, 'command', number);
  const data = drawValue(schema, draw) as Record<string, unknown>;
  if ('media' in data && source.chance(80)) data.media = [];
  if (isOwn && !isNew) aimAt(definition, data, planned.postId);
  if (source.chance(80)) equalise(data, model?.lawful ?? {});
  if ('email' in data && source.chance(60)) data.email = world.people[author]?.email;
  return { envelope: { id, actor, type, version, data }, author };
}

type Definition = (typeof definitions)[number];

/** Whether a command creates a thing with an id derived from its own. */
function makesNew({ type, target }: Definition): boolean {
  return target({ id: PROBE, type, data: {} }, { kind: 'user', userId: PROBE }) === newId(PROBE, 0);
}

/** Aims a command at a thing, by the payload field that its target follows from. */
function aimAt({ type, target }: Definition, data: Record<string, unknown>, key: string): void {
  for (const field of Object.keys(data)) {
    const aimed = { ...data, [field]: key };
    if (target({ id: PROBE, type, data: aimed }, { kind: 'user', userId: PROBE }) === key) data[field] = key;
  }
}

/** Fields that are equal in a lawful payload (a comment on the post itself) are equal here. */
function equalise(data: Record<string, unknown>, lawful: Readonly<Record<string, unknown>>): void {
  const first = new Map<unknown, string>();
  for (const [field, value] of Object.entries(lawful)) {
    const same = first.get(value);
    if (same === undefined) first.set(value, field);
    else if (typeof value === 'string' && field in data) data[field] = data[same];
  }
}
