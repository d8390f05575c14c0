import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { plainText } from '#domain/post/normalise.ts';
import type { RichText } from '#domain/post/richText.ts';
import { saveKey } from '#projections/save/collections.ts';
import type { Answer, Intent, JournalLine } from './journal.ts';

/** `maybe`: no answer. */
export type Truth = 'yes' | 'no' | 'maybe';

export interface ExpectedAccount {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly stands: Truth;
  erased: Truth;
  /** The address was confirmed. */
  confirmed: Truth;
  /** Member of the campus. */
  joined: Truth;
  /** Whether a picture was set: of one that was uploaded only, nothing is known. */
  picture: Truth;
  bio: Truth;
  /** Possible bios: the last certain one, or a later one with an unknown outcome. */
  bios: readonly string[];
}

/** Commands that change one field of an account. */
const STEPS: Readonly<Record<string, 'joined' | 'picture' | 'bio'>> = {
  JoinWithConfirmedEmail: 'joined',
  ChangeProfilePicture: 'picture',
  ChangeBio: 'bio',
};

/** A possible text of a post: as written, or changed by an edit with an unknown outcome. */
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

export interface ExpectedSave {
  readonly post: string;
  readonly userId: string;
  readonly saved: Truth;
}

/** A command and the outcome that its sender received. */
export interface JournalCommand {
  readonly intent: Extract<Intent, { do: 'command' }>;
  /** Effective id. */
  readonly commandId: string;
  readonly answer: Answer | null;
}

/** Data that must exist, and data that may, by the journal alone. */
export interface Expected {
  readonly accounts: ReadonlyMap<string, ExpectedAccount>;
  readonly posts: ReadonlyMap<string, ExpectedPost>;
  /** By `saveKey`. */
  readonly saves: ReadonlyMap<string, ExpectedSave>;
  readonly commands: readonly JournalCommand[];
  /** Acknowledged operations other than commands, with position and stream. */
  readonly acknowledged: readonly { readonly what: string; readonly position: string; readonly stream: string }[];
  /** Refusals without a reason. */
  readonly findings: readonly string[];
}

const truthOf = (answer: Answer | null): Truth =>
  answer?.outcome === 'acknowledged' ? 'yes' : answer?.outcome === 'refused' ? 'no' : 'maybe';

/** Derives the expected data from a journal. */
export function expectedOf(lines: readonly JournalLine[]): Expected {
  const answers = new Map<string, AnswerLine>();
  lines.forEach((line, place) => {
    if (line.kind === 'answer') answers.set(line.id, { answer: line.answer, place });
  });
  const ledger = new Ledger(deletionsOf(lines));
  for (const line of lines) {
    if (line.kind === 'intent') ledger.take(line.intent, answers.get(line.id) ?? NO_ANSWER);
  }
  return ledger;
}

/** An answer, and its line in the journal. */
interface AnswerLine {
  readonly answer: Answer | null;
  readonly place: number;
}

const NO_ANSWER: AnswerLine = { answer: null, place: Number.POSITIVE_INFINITY };

/** The line of the first intent to delete a post: it may explain refusals from there on. */
function deletionsOf(lines: readonly JournalLine[]): ReadonlyMap<string, number> {
  const deletions = new Map<string, number>();
  lines.forEach((line, place) => {
    if (line.kind !== 'intent' || line.intent.do !== 'command' || line.intent.type !== 'DeletePost') return;
    const postId = String(line.intent.data.postId);
    if (line.intent.mistake === null && !deletions.has(postId)) deletions.set(postId, place);
  });
  return deletions;
}

/** The expected data, built in the order of the intents; one person acts on a thing one step after the other. */
class Ledger implements Expected {
  readonly accounts = new Map<string, ExpectedAccount>();
  readonly posts = new Map<string, ExpectedPost>();
  readonly saves = new Map<string, ExpectedSave>();
  readonly commands: JournalCommand[] = [];
  readonly acknowledged: { what: string; position: string; stream: string }[] = [];
  readonly findings: string[] = [];
  readonly #deletions: ReadonlyMap<string, number>;

  constructor(deletions: ReadonlyMap<string, number>) {
    this.#deletions = deletions;
  }

  take(intent: Intent, line: AnswerLine): void {
    const { answer } = line;
    switch (intent.do) {
      case 'register':
        this.#register(intent, answer);
        return;
      case 'command':
        this.#command(intent, line);
        return;
      case 'verify':
      case 'erase': {
        const account = this.accounts.get(intent.userId);
        if (account !== undefined) account[intent.do === 'erase' ? 'erased' : 'confirmed'] = truthOf(answer);
        this.#note(`${intent.do} ${intent.userId}`, intent.userId, answer);
        this.#wantsReason(intent, answer, false);
        return;
      }
      default:
        this.#wantsReason(intent, answer, false);
    }
  }

  #register(intent: Extract<Intent, { do: 'register' }>, answer: Answer | null): void {
    const { userId, email, name } = intent;
    const nothingYet = { erased: 'no', confirmed: 'no', joined: 'no', picture: 'no', bio: 'no', bios: [] } as const;
    this.accounts.set(userId, { userId, email, name, stands: truthOf(answer), ...nothingYet });
    this.#note(`register ${userId}`, userId, answer);
    // Both intents of a pair precede both answers, so the other one may come later in the journal.
    const isTaken = answer?.outcome === 'refused' && answer.code === 'EMAIL_TAKEN';
    if (!isTaken) this.#wantsReason(intent, answer, false);
  }

  #command(intent: Extract<Intent, { do: 'command' }>, { answer, place }: AnswerLine): void {
    const commandId = effectiveCommandId(intent.userId, intent.clientId);
    this.commands.push({ intent, commandId, answer });
    const truth = truthOf(answer);
    if (intent.mistake !== null) {
      const isTrue = answer === null || answer.outcome === 'given up' || isRefusedWith(answer, intent.mistake);
      if (!isTrue) this.findings.push(`What is to end with ${intent.mistake} ended as ${JSON.stringify(answer)}.`);
      return;
    }
    // Intended before the answer: the deletion may have landed before a command that was sent again.
    const wasDeleted = (id: string) => (this.#deletions.get(id) ?? Number.POSITIVE_INFINITY) < place;
    const isBelowDeleted = (id: string) => lineOf(this.posts, id).some(wasDeleted);
    this.#wantsReason(intent, answer, targetsOf(intent).some(isBelowDeleted));
    this.#apply(intent, newId(commandId, 0), truth);
  }

  #apply({ userId, type, data }: Extract<Intent, { do: 'command' }>, newPostId: string, truth: Truth): void {
    const postId = String(data.postId ?? newPostId);
    switch (type) {
      case 'CreatePost':
      case 'AddComment': {
        const root = String(data.root ?? postId);
        const versions = [versionOf(data)];
        const parent = data.parent === undefined ? null : String(data.parent);
        this.posts.set(postId, { id: postId, author: userId, root, parent, stands: truth, deleted: 'no', versions });
        return;
      }
      case 'EditPost': {
        const post = this.posts.get(postId);
        if (post === undefined || truth === 'no') return;
        post.versions = truth === 'yes' ? [versionOf(data)] : [...post.versions, versionOf(data)];
        return;
      }
      case 'DeletePost': {
        const post = this.posts.get(postId);
        if (post !== undefined) post.deleted = truth;
        return;
      }
      case 'SavePost':
      case 'UnsavePost':
        this.#save(postId, userId, type === 'SavePost' ? 'yes' : 'no', truth);
        return;
      default: {
        const account = this.accounts.get(userId);
        const step = STEPS[type];
        if (account === undefined || step === undefined || truth === 'no') return;
        // A confirmed step stays true, whatever the outcome of a later one.
        if (account[step] !== 'yes') account[step] = truth;
        if (step !== 'bio') return;
        account.bios = truth === 'yes' ? [String(data.bio)] : [...account.bios, String(data.bio)];
      }
    }
  }

  #save(post: string, userId: string, wanted: Truth, truth: Truth): void {
    const key = saveKey(post, userId);
    const before = this.saves.get(key)?.saved ?? 'no';
    const saved = truth === 'yes' ? wanted : truth === 'no' || before === wanted ? before : 'maybe';
    this.saves.set(key, { post, userId, saved });
  }

  /** An operation on a person's stream that was acknowledged at a position. */
  #note(what: string, userId: string, answer: Answer | null): void {
    if (answer?.outcome !== 'acknowledged' || typeof answer.position !== 'string') return;
    this.acknowledged.push({ what, position: answer.position, stream: `user-${userId}` });
  }

  /** A refusal needs a reason in the journal. */
  #wantsReason(intent: Intent, answer: Answer | null, targetWasDeleted: boolean): void {
    if (answer?.outcome !== 'refused') return;
    const isReason = targetWasDeleted && ['POST_DELETED', 'COMMENT_DELETED'].includes(answer.code);
    if (!isReason) this.findings.push(`Refused with ${answer.code} for no reason: ${JSON.stringify(intent)}`);
  }
}

function isRefusedWith(answer: Answer, code: string): boolean {
  return answer.outcome === 'refused' && answer.code === code;
}

/** A post or comment and its ancestors, from the lowest up: it is deleted with any of them (D19). */
export function lineOf(posts: Expected['posts'], id: string): readonly string[] {
  const line: string[] = [];
  for (let next: string | null = id; next !== null; next = posts.get(next)?.parent ?? null) line.push(next);
  return line;
}

/** Posts without which a command makes no sense. */
function targetsOf({ data }: Extract<Intent, { do: 'command' }>): readonly string[] {
  return [data.postId, data.root, data.parent].filter((id) => typeof id === 'string');
}

function versionOf(data: Readonly<Record<string, unknown>>): Version {
  return { text: plainText(data.text as RichText), images: (data.media as readonly unknown[]).length };
}
