import { Router } from 'express';
import { type Door, SOCKET_PATH } from '../hub/door.ts';
import { HttpRefused } from './errors.ts';

/** What is asked of the sockets' path by HTTP: every handshake that the door refused, and whatever is none. */
export function socketRoute(door: Pick<Door, 'refusalOf'>): Router {
  const router = Router();
  router.use(SOCKET_PATH, (request) => {
    throw new HttpRefused([door.refusalOf(request)]);
  });
  return router;
}
