import { commandDefinitions } from '#domain/registry.ts';
import { hostileValue } from '../hostile.ts';
import type { Input } from '../input.ts';
import { nearly } from '../mutate.ts';
import { type Draw, drawValue } from '../schemaValues.ts';
import { stableId } from '../source.ts';
import { someAddress, somebody, someLaterPost, somePost } from '../world.ts';
import { jsonRequest } from './requests.ts';

const definitions = Object.values(commandDefinitions);
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

function envelopeOf(draw: Draw) {
  const { world, source, number } = draw;
  const { type, version, schema } = source.pick(source.chance(85) ? byClients : definitions);
  // The first posts stay: what deletes a post is about a later one.
  const ends = type === 'DeletePost' || type === 'CreatePost' || type === 'AddComment';
  const planned = ends ? someLaterPost(world, source, number) : somePost(world, source, number);
  // A post or comment under an id to which other inputs refer; its author also edits and deletes it.
  const isOwn = ['CreatePost', 'AddComment', 'EditPost', 'DeletePost'].includes(type) && source.chance(85);
  const author = isOwn ? planned.author : somebody(world, source).index;
  const isNew = type === 'CreatePost' || type === 'AddComment';
  const id = isOwn && isNew ? planned.commandId : stableId(world.seed, 'command', number);
  const data = drawValue(schema, draw) as Record<string, unknown>;
  if ('media' in data && source.chance(80)) data.media = [];
  if ('postId' in data && isOwn) data.postId = planned.postId;
  if ('parent' in data && source.chance(80)) data.parent = data.root;
  if ('email' in data && source.chance(60)) data.email = world.people[author]?.email;
  const envelope = { id, actor: world.people[author]?.userId ?? '', type, version, data };
  return { envelope, author };
}
