/** Why a data folder or a file in it cannot be used. */
export type DataFolderProblem =
  | 'IN_USE'
  | 'FOREIGN'
  | 'NEWER_FORMAT'
  | 'NOT_WRITABLE'
  | 'NOT_A_FOLDER'
  | 'CORRUPT'
  | 'MOVED'
  | 'CANNOT_OPEN';

/** The data folder can't be used; the message is for people: it names the folder or file, and the way out. */
export class DataFolderRefused extends Error {
  readonly code: DataFolderProblem;
  readonly path: string;
  constructor(code: DataFolderProblem, path: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'DataFolderRefused';
    this.code = code;
    this.path = path;
  }
}
