import { Router } from 'express';
import { rejection } from '#domain/kernel/rejection.ts';
import { type Admission, SOCKET_PATH } from '../hub/admission.ts';
import { HttpRefused } from './errors.ts';

/**
 * Answers HTTP requests to the sockets' path: handshakes that admission refused, and requests that are none.
 *
 * @param admission `null`: this process has no sockets
 */
export function socketRoute(admission: Pick<Admission, 'refusalOf'> | null): Router {
  const router = Router();
  router.use(SOCKET_PATH, (request) => {
    throw new HttpRefused([admission?.refusalOf(request) ?? rejection('NOT_FOUND')]);
  });
  return router;
}
