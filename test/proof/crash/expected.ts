import { effectiveCommandId } from '#domain/kernel/ids.ts';
import type { MeantCommand, Truth } from '#test/model/answers.ts';
import { models } from '#test/model/nouns.ts';
import { Parts } from '#test/model/parts.ts';
import type { Answer, Intent, JournalLine } from './journal.ts';

export interface ExpectedAccount {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly stands: Truth;
  erased: Truth;
  /** The address was confirmed. */
  confirmed: Truth;
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
  /** Notes of the nouns' models about the answers. */
  readonly parts: Parts;
  readonly commands: readonly JournalCommand[];
  /** Folders into which people meant to upload something. */
  readonly folders: ReadonlySet<string>;
  /** Acknowledged operations other than commands, with position and stream. */
  readonly acknowledged: readonly { readonly what: string; readonly position: string; readonly stream: string }[];
  /** Refusals without a reason. */
  readonly findings: readonly string[];
}

function truthOf(answer: Answer | null): Truth {
  if (answer === null || answer.outcome === 'given up') return 'maybe';
  return answer.outcome === 'acknowledged' ? 'yes' : 'no';
}

/** Derives the expected data from a journal. */
export function expectedOf(lines: readonly JournalLine[]): Expected {
  const answers = new Map<string, AnswerLine>();
  lines.forEach((line, place) => {
    if (line.kind === 'answer') answers.set(line.id, { answer: line.answer, place });
  });
  const ledger = new Ledger(meantIn(lines), erasuresIn(lines));
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

/** A command that was meant, and the place of its line. */
interface Meant extends MeantCommand {
  readonly place: number;
}

/** The commands of a journal without the mistakes: they may explain refusals from there on. */
function meantIn(lines: readonly JournalLine[]): readonly Meant[] {
  return lines.flatMap((line, place) => {
    if (line.kind !== 'intent' || line.intent.do !== 'command' || line.intent.mistake !== null) return [];
    return [{ ...meantBy(line.intent), place }];
  });
}

/** An erasure that the operator meant, and the place of its line. */
interface Erasure {
  readonly userId: string;
  readonly place: number;
}

function erasuresIn(lines: readonly JournalLine[]): readonly Erasure[] {
  return lines.flatMap((line, place) =>
    line.kind === 'intent' && line.intent.do === 'erase' ? [{ userId: line.intent.userId, place }] : [],
  );
}

type CommandIntent = Extract<Intent, { do: 'command' }>;

function meantBy({ userId, clientId, type, data }: CommandIntent): MeantCommand {
  return { userId, commandId: effectiveCommandId(userId, clientId), type, data };
}

/** The expected data, built in the order of the intents; one person acts on a thing one step after the other. */
class Ledger implements Expected {
  readonly accounts = new Map<string, ExpectedAccount>();
  readonly parts = new Parts();
  readonly commands: JournalCommand[] = [];
  readonly folders = new Set<string>();
  readonly acknowledged: { what: string; position: string; stream: string }[] = [];
  readonly findings: string[] = [];
  readonly #meant: readonly Meant[];
  readonly #erasures: readonly Erasure[];

  constructor(meant: readonly Meant[], erasures: readonly Erasure[]) {
    this.#meant = meant;
    this.#erasures = erasures;
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
      case 'upload':
        this.folders.add(intent.folder);
        this.#wantsReason(intent, answer, false);
        return;
      default:
        this.#wantsReason(intent, answer, false);
    }
  }

  #register(intent: Extract<Intent, { do: 'register' }>, answer: Answer | null): void {
    const { userId, email, name } = intent;
    this.accounts.set(userId, { userId, email, name, stands: truthOf(answer), erased: 'no', confirmed: 'no' });
    this.#note(`register ${userId}`, userId, answer);
    // Both intents of a pair precede both answers, so the other one may come later in the journal.
    const isTaken = answer?.outcome === 'refused' && answer.code === 'EMAIL_TAKEN';
    if (!isTaken) this.#wantsReason(intent, answer, false);
  }

  #command(intent: CommandIntent, { answer, place }: AnswerLine): void {
    const meant = meantBy(intent);
    this.commands.push({ intent, commandId: meant.commandId, answer });
    if (intent.mistake !== null) {
      const isTrue = answer === null || answer.outcome === 'given up' || isRefusedWith(answer, intent.mistake);
      if (!isTrue) this.findings.push(`What is to end with ${intent.mistake} ended as ${JSON.stringify(answer)}.`);
      return;
    }
    this.#wantsReason(intent, answer, this.#hasReason(meant, answer, place));
    for (const { answers } of models) answers?.take({ ...meant, truth: truthOf(answer) }, this.parts);
  }

  /** Whether something that was meant before the answer explains a refusal: it may have landed before the command. */
  #hasReason(refused: MeantCommand, answer: Answer | null, answeredAt: number): boolean {
    if (answer?.outcome !== 'refused') return true;
    const wasMeant = (isSuch: (command: MeantCommand) => boolean) =>
      this.#meant.some((each) => each.place < answeredAt && isSuch(each));
    const wasErased = (userId: string) =>
      this.#erasures.some((each) => each.place < answeredAt && each.userId === userId);
    const reasons = models.map(({ answers }) => answers?.reasons?.[answer.code]);
    return reasons.some((isReason) => isReason?.(refused, { parts: this.parts, wasMeant, wasErased }) === true);
  }

  /** An operation on a person's stream that was acknowledged at a position. */
  #note(what: string, userId: string, answer: Answer | null): void {
    if (answer?.outcome !== 'acknowledged' || typeof answer.position !== 'string') return;
    this.acknowledged.push({ what, position: answer.position, stream: `user-${userId}` });
  }

  /** A refusal needs a reason in the journal. */
  #wantsReason(intent: Intent, answer: Answer | null, hasReason: boolean): void {
    if (answer?.outcome === 'refused' && !hasReason)
      this.findings.push(`Refused with ${answer.code} for no reason: ${JSON.stringify(intent)}`);
  }
}

function isRefusedWith(answer: Answer, code: string): boolean {
  return answer.outcome === 'refused' && answer.code === code;
}
