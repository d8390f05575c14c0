import { DefaultHttpStack, type HttpRequest, type HttpResponse, type HttpStack } from 'tus-js-client';
import { areAllDead } from '../../kit/http/connections.ts';
import { type PartAnswer, sendOverSocket } from '../../kit/http/sendOverSocket.ts';

/** The ways of an upload in pieces: each request goes over HTTP, or over a socket of its own while no connection answers. */
export class EitherWay implements HttpStack {
  readonly #overHttp = new DefaultHttpStack({});

  createRequest(method: string, url: string): HttpRequest {
    return areAllDead() ? new OverSocket(method, url) : this.#overHttp.createRequest(method, url);
  }

  getName(): string {
    return 'EitherWay';
  }
}

class OverSocket implements HttpRequest {
  readonly #method: string;
  readonly #url: string;
  readonly #headers: Record<string, string> = {};
  readonly #over = new AbortController();
  #onProgress: (bytes: number) => void = () => undefined;

  constructor(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }

  getMethod = () => this.#method;
  getURL = () => this.#url;
  getHeader = (header: string) => this.#headers[header.toLowerCase()];
  getUnderlyingObject = () => null;

  setHeader(header: string, value: string): void {
    this.#headers[header.toLowerCase()] = value;
  }

  setProgressHandler(handler: (bytesSent: number) => void): void {
    this.#onProgress = handler;
  }

  async send(body: Blob | null): Promise<HttpResponse> {
    const part = { method: this.#method, headers: this.#headers, body };
    return responseOf(await sendOverSocket(withoutOrigin(this.#url), part, this.#over.signal, this.#onProgress));
  }

  async abort(): Promise<void> {
    this.#over.abort();
  }
}

function responseOf({ status, headers, body }: PartAnswer): HttpResponse {
  return {
    getStatus: () => status,
    getHeader: (header) => headers[header.toLowerCase()],
    getBody: () => body,
    getUnderlyingObject: () => null,
  };
}

/** An address on this site, for other pages and days. */
export function withoutOrigin(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/, '');
}
