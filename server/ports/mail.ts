/** A mail as our code hands it over (the "mail request" of the specification). */
export interface Mail {
  /** The same mail handed over twice under one key counts once where the transport allows it. */
  readonly idempotencyKey: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Hands a mail to the transport. @throws Unavailable when it was not accepted and may be tried again. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
