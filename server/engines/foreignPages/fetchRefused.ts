/** It was not fetched, and why. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  /** Whether it may be there a little later. */
  readonly mayPass: boolean;

  constructor(message: string, options: { readonly cause?: unknown; readonly mayPass?: boolean } = {}) {
    super(message, options);
    this.mayPass = options.mayPass ?? false;
  }
}
