import type { SendMailOptions, Transporter } from 'nodemailer';

/** A nodemailer transport that is made with its first mail: the library takes 5 MB, and most starts send none. */
export interface LazyTransport {
  /** @throws what nodemailer throws */
  sendMail(mail: SendMailOptions): Promise<unknown>;
  close(): Promise<void>;
}

/** The address of a mail as one address: as a text, nodemailer would read a list out of it. */
export function oneAddress(to: string): { readonly name: string; readonly address: string } {
  return { name: '', address: to };
}

export function lazyTransport(make: (library: typeof import('nodemailer')) => Transporter): LazyTransport {
  let made: Promise<Transporter> | null = null;
  return {
    async sendMail(mail) {
      made ??= import('nodemailer').then(make);
      return (await made).sendMail(mail);
    },
    async close() {
      (await made)?.close();
    },
  };
}
