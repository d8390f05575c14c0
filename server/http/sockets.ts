import { Router } from 'express';
import { type Admission, SOCKET_PATH } from '../hub/admission.ts';
import { HttpRefused } from './errors.ts';

/** Answers HTTP requests to the sockets' path: handshakes that admission refused, and requests that are none. */
export function socketRoute(admission: Pick<Admission, 'refusalOf'>): Router {
  const router = Router();
  router.use(SOCKET_PATH, (request) => {
    throw new HttpRefused([admission.refusalOf(request)]);
  });
  return router;
}
