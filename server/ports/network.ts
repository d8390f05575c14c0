import type { Socket } from 'node:net';

/** The network as a fetch of a foreign page needs it. Tests have one of their own; the filter of addresses stays. */
export interface Network {
  /** IP addresses of a host name. @throws Error it has none */
  resolve(host: string): Promise<readonly string[]>;
  /** Connects to an address, not to a name: nobody can change the answer between the check and the connection. */
  connect(address: string, port: number): Socket;
}
