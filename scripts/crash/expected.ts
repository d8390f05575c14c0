import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { plainText } from '#domain/post/normalise.ts';
import type { RichText } from '#domain/post/richText.ts';
import { saveKey } from '#projections/post/collections.ts';
import type { Answer, Intent, JournalLine } from './journal.ts';

/** `maybe`: nobody was told. */
export type Truth = 'yes' | 'no' | 'maybe';

export interface ExpectedAccount {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly stands: Truth;
  erased: Truth;
  /** Whether a picture was set: of one that was uploaded only, nothing is known. */
  picture: Truth;
}

/** What a post may say: as it was written, or changed by an edit of which nobody knows whether it landed. */
export interface Version {
  readonly text: string;
  readonly images: number;
}

export interface ExpectedPost {
  readonly id: string;
  readonly author: string;
  readonly root: string;
  /** The post or comment that it answers; `null` for a top-level post. */
  readonly parent: string | null;
  readonly stands: Truth;
  deleted: Truth;
  versions: readonly Version[];
}

/** A command and how it ended as far as its sender was told. */
export interface ToldCommand {
  readonly intent: Extract<Intent, { do: 'command' }>;
  /** Effective id. */
  readonly commandId: string;
  readonly answer: Answer | null;
}

/** What must be there, and what may, by the journal alone. */
export interface Expected {
  readonly accounts: ReadonlyMap<string, ExpectedAccount>;
  readonly posts: ReadonlyMap<string, ExpectedPost>;
  /** By `saveKey`. */
  readonly saves: ReadonlyMap<string, { readonly post: string; readonly saved: Truth }>;
  readonly commands: readonly ToldCommand[];
  /** Refusals for which there is no reason. */
  readonly findings: readonly string[];
}

const truthOf = (answer: Answer | null): Truth =>
  answer?.outcome === 'acknowledged' ? 'yes' : answer?.outcome === 'refused' ? 'no' : 'maybe';

/** Reads a journal for what must have come of it. */
export function expectedOf(lines: readonly JournalLine[]): Expected {
  const answers = new Map<string, Answer>();
  for (const line of lines) if (line.kind === 'answer') answers.set(line.id, line.answer);
  const ledger = new Ledger();
  for (const line of lines) {
    if (line.kind === 'intent') ledger.take(line.intent, answers.get(line.id) ?? null);
  }
  return ledger;
}

/** Everything in the order in which it was meant; whoever acts on a thing does one step after the other. */
class Ledger implements Expected {
  readonly accounts = new Map<string, ExpectedAccount>();
  readonly posts = new Map<string, ExpectedPost>();
  readonly saves = new Map<string, { readonly post: string; readonly saved: Truth }>();
  readonly commands: ToldCommand[] = [];
  readonly findings: string[] = [];
  readonly #emails = new Map<string, number>();
  readonly #deletions = new Set<string>();

  take(intent: Intent, answer: Answer | null): void {
    switch (intent.do) {
      case 'register':
        this.#register(intent, answer);
        return;
      case 'command':
        this.#command(intent, answer);
        return;
      case 'erase': {
        const account = this.accounts.get(intent.userId);
        if (account !== undefined) account.erased = truthOf(answer);
        this.#wantsReason(intent, answer, false);
        return;
      }
      default:
        this.#wantsReason(intent, answer, false);
    }
  }

  #register(intent: Extract<Intent, { do: 'register' }>, answer: Answer | null): void {
    const { userId, email, name } = intent;
    this.accounts.set(userId, { userId, email, name, stands: truthOf(answer), erased: 'no', picture: 'no' });
    this.#emails.set(email, (this.#emails.get(email) ?? 0) + 1);
    // Both of a pair are meant before either is answered, so the other one may stand further down.
    const isTaken = answer?.outcome === 'refused' && answer.code === 'EMAIL_TAKEN';
    if (!isTaken) this.#wantsReason(intent, answer, false);
  }

  #command(intent: Extract<Intent, { do: 'command' }>, answer: Answer | null): void {
    const commandId = effectiveCommandId(intent.userId, intent.clientId);
    this.commands.push({ intent, commandId, answer });
    const told = truthOf(answer);
    if (intent.mistake !== null) {
      const isTrue = answer === null || answer.outcome === 'given up' || isRefusedWith(answer, intent.mistake);
      if (!isTrue) this.findings.push(`What is to end with ${intent.mistake} ended as ${JSON.stringify(answer)}.`);
      return;
    }
    const isDeleted = (id: string) => this.#deletions.has(id) || this.#deletions.has(this.posts.get(id)?.root ?? id);
    this.#wantsReason(intent, answer, targetsOf(intent).some(isDeleted));
    this.#apply(intent, newId(commandId, 0), told);
  }

  #apply({ userId, type, data }: Extract<Intent, { do: 'command' }>, newPostId: string, told: Truth): void {
    const postId = String(data.postId ?? newPostId);
    switch (type) {
      case 'CreatePost':
      case 'AddComment': {
        const root = String(data.root ?? postId);
        const versions = [versionOf(data)];
        const parent = data.parent === undefined ? null : String(data.parent);
        this.posts.set(postId, { id: postId, author: userId, root, parent, stands: told, deleted: 'no', versions });
        return;
      }
      case 'EditPost': {
        const post = this.posts.get(postId);
        if (post === undefined || told === 'no') return;
        post.versions = told === 'yes' ? [versionOf(data)] : [...post.versions, versionOf(data)];
        return;
      }
      case 'DeletePost': {
        const post = this.posts.get(postId);
        this.#deletions.add(postId);
        if (post !== undefined) post.deleted = told;
        return;
      }
      case 'SavePost':
      case 'UnsavePost':
        this.#save(postId, userId, type === 'SavePost' ? 'yes' : 'no', told);
        return;
      case 'ChangeProfilePicture': {
        const account = this.accounts.get(userId);
        if (account !== undefined) account.picture = told;
      }
    }
  }

  #save(post: string, userId: string, wanted: Truth, told: Truth): void {
    const key = saveKey(post, userId);
    const before = this.saves.get(key)?.saved ?? 'no';
    const saved = told === 'yes' ? wanted : told === 'no' || before === wanted ? before : 'maybe';
    this.saves.set(key, { post, saved });
  }

  /** What was refused needs a reason that the journal knows. */
  #wantsReason(intent: Intent, answer: Answer | null, targetWasDeleted: boolean): void {
    if (answer?.outcome !== 'refused') return;
    const isReason = targetWasDeleted && ['POST_DELETED', 'COMMENT_DELETED'].includes(answer.code);
    if (!isReason) this.findings.push(`Refused with ${answer.code} for no reason: ${JSON.stringify(intent)}`);
  }
}

function isRefusedWith(answer: Answer, code: string): boolean {
  return answer.outcome === 'refused' && answer.code === code;
}

/** Posts without which a command makes no sense. */
function targetsOf({ data }: Extract<Intent, { do: 'command' }>): readonly string[] {
  return [data.postId, data.root, data.parent].filter((id) => typeof id === 'string');
}

function versionOf(data: Readonly<Record<string, unknown>>): Version {
  return { text: plainText(data.text as RichText), images: (data.media as readonly unknown[]).length };
}
