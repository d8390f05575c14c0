import { Router } from 'express';
import { type Admission, SOCKET_PATH } from '../hub/admission.ts';
import { HttpRefused } from './errors.ts';

/** What is asked of the sockets' path by HTTP: every handshake that the admission refused, and whatever is none. */
export function socketRoute(admission: Pick<Admission, 'refusalOf'>): Router {
  const router = Router();
  router.use(SOCKET_PATH, (request) => {
    throw new HttpRefused([admission.refusalOf(request)]);
  });
  return router;
}
