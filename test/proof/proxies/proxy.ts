import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { makeCertificate } from '../../e2e/harness/certificate.ts';
import { eventually } from '../../e2e/harness/eventually.ts';

const GUIDE = resolve(import.meta.dirname, '../../../docs/operations.md');
/** Debian keeps servers where a person's `PATH` does not look. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
/** The host that the browser asks, as the guide writes it. */
export const SITE = 'ou.quad.example';

/** Where a proxy listens, asks and keeps its files. */
export interface Place {
  readonly port: number;
  readonly serverPort: number;
  readonly folder: string;
  /** Files of its certificate: key and chain apart, and both in one. */
  readonly key: string;
  readonly cert: string;
  readonly both: string;
}

/** A proxy of Debian's packages. */
export interface ReverseProxy {
  /** The package, and its command. */
  readonly name: string;
  /** Arguments that print its version. */
  readonly version: readonly string[];
  /** Writes its configuration. @returns the arguments that run it in the foreground */
  configure(place: Place): readonly string[];
}

/** The settings that the guide gives for a proxy: its first block of that language. */
function settingsInGuide(language: string): string {
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(GUIDE, 'utf8'))?.[1];
  if (block === undefined) throw new Error(`docs/operations.md has no block of ${language}.`);
  return block;
}

/** Replaces what an operator replaces. @throws Error the guide does not have it any more */
function fill(settings: string, places: readonly (readonly [string, string])[]): string {
  return places.reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`The guide's settings have no "${from}".`);
    return filled.replaceAll(from, to);
  }, settings);
}

function write(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const nginx: ReverseProxy = {
  name: 'nginx',
  version: ['-v'],
  configure({ port, serverPort, folder, key, cert }) {
    const site = fill(settingsInGuide('nginx'), [
      ['listen 80;', `listen unix:${folder}/plain.sock;`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      ['/etc/letsencrypt/live/quad.example/fullchain.pem', cert],
      ['/etc/letsencrypt/live/quad.example/privkey.pem', key],
      ['127.0.0.1:3000', `127.0.0.1:${serverPort}`],
    ]);
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = folders.map((each) => `${each}_temp_path ${folder}/${each};`).join('\n');
    const around = `${process.getuid?.() === 0 ? 'user root;\n' : ''}pid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}`;
    const path = write(folder, 'nginx.conf', `${around}\nhttp {\naccess_log off;\n${temporary}\n${site}\n}\n`);
    return ['-p', folder, '-c', path, '-g', 'daemon off;'];
  },
};

const caddy: ReverseProxy = {
  name: 'caddy',
  version: ['version'],
  configure({ port, serverPort, folder, key, cert }) {
    const site = fill(settingsInGuide('caddyfile'), [
      ['quad.example, ou.quad.example, ut.quad.example {', `https://${SITE}:${port} {\n\ttls ${cert} ${key}`],
      ['127.0.0.1:3000', `127.0.0.1:${serverPort}`],
    ]);
    // The first block is of the whole server.
    if (!site.startsWith('{\n'))
      throw new Error('The settings of Caddy in the guide do not begin with those of the server.');
    const path = write(folder, 'Caddyfile', `{\n\tadmin off\n\tauto_https disable_redirects\n${site.slice(2)}`);
    return ['run', '--config', path, '--adapter', 'caddyfile'];
  },
};

const haproxy: ReverseProxy = {
  name: 'haproxy',
  version: ['-v'],
  configure({ port, serverPort, folder, both }) {
    const settings = `global
  h2-workaround-bogus-websocket-clients
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
frontend site
  bind 127.0.0.1:${port} ssl crt ${both} alpn h2,http/1.1
  option forwardfor
  default_backend quad
backend quad
  server quad 127.0.0.1:${serverPort}
`;
    return ['-db', '-f', write(folder, 'haproxy.cfg', settings)];
  },
};

export const PROXIES: readonly ReverseProxy[] = [nginx, caddy, haproxy];

/** The version of a proxy; `null`: this machine does not have it. */
export function versionOf({ name, version }: ReverseProxy): string | null {
  const said = spawnSync(name, version, { encoding: 'utf8', env: { ...process.env, PATH } });
  if (said.error !== undefined) return null;
  return `${said.stdout}${said.stderr}`.trim().split('\n')[0] ?? '';
}

/** Makes the files of a certificate for the site in a folder. */
export function writeCertificate(folder: string): Pick<Place, 'key' | 'cert' | 'both'> {
  const { key, cert } = makeCertificate(SITE);
  return {
    key: write(folder, 'key.pem', key),
    cert: write(folder, 'cert.pem', cert),
    both: write(folder, 'both.pem', `${cert}\n${key}`),
  };
}

/** Runs a proxy until it takes connections. @returns ends it */
export async function startProxy(proxy: ReverseProxy, place: Place): Promise<() => Promise<void>> {
  const output: string[] = [];
  const child: ChildProcess = spawn(proxy.name, proxy.configure(place), {
    env: { PATH, HOME: place.folder, XDG_DATA_HOME: place.folder, XDG_CONFIG_HOME: place.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  await eventually(`${proxy.name} listens`, async () => {
    if (child.exitCode !== null) throw new Error(`${proxy.name} ended by itself:\n${output.join('')}`);
    const socket = connect({ port: place.port, host: '127.0.0.1' });
    const isUp = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    return isUp || undefined;
  });
  return async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
}
