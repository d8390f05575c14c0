/** A mail as our code hands it over (the "mail request" of the specification). */
export interface Mail {
  /** Two mails under one key are sent once, if the transport supports it. */
  readonly idempotencyKey: string;
  /** Id of the receiving user, so that a transport that keeps mails can delete them on erasure (P10). */
  readonly recipient: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Further headers by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Hands mails over. */
export interface MailTransport {
  /**
   * @throws Unavailable the mail was not accepted; a retry may succeed
   * @throws MailRefused the mail will never be accepted
   */
  send(mail: Mail): Promise<void>;
  /** Deletes the mails of a user that the transport keeps, if it keeps any. */
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

/** The mailbox of a development machine: sends nothing, and shows all mails at `/dev/mail`. */
export interface Mailbox extends MailTransport {
  /** Newest first. */
  list(): Promise<readonly StoredMail[]>;
  find(id: string): Promise<StoredMail | null>;
}

/** The mail will never be accepted. */
export class MailRefused extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'MailRefused';
  }
}
