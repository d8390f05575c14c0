import type { Campus } from '#domain/campus/campus.ts';

/** Answers the address of a campus's site, without a slash at its end, for links in mails that no request has caused. */
export type CampusSites = (campus: Pick<Campus, 'id' | 'url'>) => string;

/**
 * Makes it. In production each campus has its own address; anywhere else its site is this machine's: a link to the
 * real one would lead a developer's mail to a foreign server.
 */
export function createCampusSites(config: { readonly environment: string; readonly port: number }): CampusSites {
  const { environment, port } = config;
  return ({ id, url }) => (environment === 'production' ? url : `http://${id}.localhost:${port}`);
}
