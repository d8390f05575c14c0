/** A mail as our code hands it over (the "mail request" of the specification). */
export interface Mail {
  /** The same mail handed over twice under one key counts once where the transport allows it. */
  readonly idempotencyKey: string;
  /** Id of the user whom it is for, so that a transport that keeps mails can forget them (P10). */
  readonly recipient: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Hands mails over. */
export interface MailTransport {
  /**
   * @throws Unavailable when it was not accepted and may be tried again
   * @throws MailRefused when it will never be accepted
   */
  send(mail: Mail): Promise<void>;
  /** Deletes what the transport keeps of a user's mails; one that hands them on keeps none. */
  forget(recipient: string): Promise<void>;
  close(): Promise<void>;
}

/** A mail as a mailbox keeps it. */
export interface StoredMail {
  readonly id: string;
  readonly recipient: string;
  /** ISO instant. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** The mailbox of a development machine: nothing leaves it, everything can be read at `/dev/mail`. */
export interface Mailbox extends MailTransport {
  /** Newest first. */
  list(): Promise<readonly StoredMail[]>;
  find(id: string): Promise<StoredMail | null>;
}

/** The mail will not be accepted, however often it is tried. */
export class MailRefused extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'MailRefused';
  }
}
