/** The browser cannot read a file as a picture, whatever its name says: neither could anyone else. */
export class UnreadablePhoto extends Error {
  constructor(cause: unknown) {
    super('This photo could not be read. Please choose another one.', { cause });
    this.name = 'UnreadablePhoto';
  }
}
