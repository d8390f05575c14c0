/** `node:sqlite` on a disk that can be full: SQLite's errors are real, caused by a file that may not grow. */
import { DatabaseSync as Database, type StatementSync } from 'node:sqlite';
import { hasNoRoom } from './room.ts';

/** Bytes that certainly need new pages. */
const NEEDED_BYTES = 1_000_000;
const MOST_PAGES = 0xff_ff_ff_fe;

export class DatabaseSync extends Database {
  readonly #file: string;

  constructor(file: string, options?: ConstructorParameters<typeof Database>[1]) {
    super(file, options);
    this.#file = file;
  }

  override exec(sql: string): void {
    if (sql === 'COMMIT') this.#needRoom();
    super.exec(sql);
  }

  override prepare(sql: string): StatementSync {
    const statement = super.prepare(sql);
    return new Proxy(statement, {
      get: (target, name) => {
        // In a transaction the commit asks.
        if (name === 'run' && !this.isTransaction) this.#needRoom();
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  /** @throws SQLite's own SQLITE_FULL when the file has no room */
  #needRoom(): void {
    if (!hasNoRoom(this.#file)) return;
    super.exec('PRAGMA max_page_count = 1');
    try {
      super.exec(`CREATE TABLE no_room AS SELECT zeroblob(${NEEDED_BYTES})`);
      throw new Error(`${this.#file} has free pages for ${NEEDED_BYTES} bytes: it can't be made full like this.`);
    } finally {
      super.exec(`PRAGMA max_page_count = ${MOST_PAGES}`);
    }
  }
}
