import { Router } from 'express';
import * as z from 'zod/mini';
import { pageSchema, type Refused, subscribeSchema, type TopicAnswer } from '#projections/sync/protocol.ts';
import { createAnswerTurns } from '../fairness/answerTurns.ts';
import type { InTurn, OnceQuestion } from '../read/snapshot.ts';
import { refuseWith, sendRefusals } from './errors.ts';
import { type Authenticate, addressOf } from './requestContext.ts';

/** Reads a topic for a user, `null`: signed out: the hub's own snapshot. Each read of it is run by `inTurn`. */
export type ReadTopic = (
  question: OnceQuestion,
  userId: string | null,
  inTurn?: InTurn,
) => Promise<TopicAnswer | Refused>;

const querySchema = z.strictObject({
  floor: z.optional(subscribeSchema.shape.floor),
  notBefore: z.optional(pageSchema.shape.notBefore),
  era: pageSchema.shape.era,
});

/** `GET /api/topics/:topic`: the answer that a joining socket would get, once. */
export function topicRoutes(options: { readonly authenticate: Authenticate; readonly readTopic: ReadTopic }): Router {
  const takeTurn = createAnswerTurns();
  const router = Router();
  router.get('/api/topics/:topic', async (request, response) => {
    const query = querySchema.safeParse(request.query);
    const topic = subscribeSchema.shape.topic.safeParse(request.params.topic);
    if (!query.success || !topic.success) throw refuseWith('REQUEST_INVALID', { field: 'query', problem: 'Invalid' });
    const signedIn = await options.authenticate(request, response);
    const { floor = null, notBefore, era } = query.data;
    const freshness = notBefore === undefined ? null : { notBefore, era };
    const [userId, address] = [signedIn?.userId ?? null, addressOf(request)];
    const question = { topic: topic.data, floor, notBefore: freshness, address };
    const inTurn: InTurn = (make) => takeTurn(userId, address, make);
    const answer = await options.readTopic(question, userId, inTurn);
    if (answer.ok)
      response.set('Cache-Control', signedIn === null ? 'no-store' : 'no-store, no-transform').json(answer);
    else sendRefusals(response, [answer.refusal], answer);
  });
  return router;
}
