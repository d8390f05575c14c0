import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Journal, openJournal } from './journal.ts';

let folder: string;
let journal: Journal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-journal-'));
  journal = openJournal(join(folder, 'journal.ndjson'));
});

afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true });
});

const DONE = { outcome: 'acknowledged', position: null } as const;
const begin = (id: string) => journal.write({ kind: 'intent', id, intent: { do: 'rebuild' } });
const end = (id: string) => journal.write({ kind: 'answer', id, answer: DONE });
const inFile = () => readFileSync(journal.file, 'utf8').trimEnd().split('\n');

describe('the journal', () => {
  it('has a line in the file when it was written', () => {
    begin('1');
    end('1');
    expect(inFile().map((line) => JSON.parse(line) as unknown)).toEqual(journal.lines());
    expect(journal.lines()).toMatchObject([{ kind: 'intent' }, { kind: 'answer', answer: DONE }]);
  });

  it('knows what was begun and has no answer', () => {
    begin('1');
    expect(journal.unanswered()).toEqual([{ do: 'rebuild' }]);
    end('1');
    expect(journal.unanswered()).toEqual([]);
  });

  it('waits for the next answer of a kind, and for a number of answers', async () => {
    const two = journal.nextAnswers(2);
    const next = journal.nextAnswer((intent, { outcome }) => intent.do === 'rebuild' && outcome === 'acknowledged');
    begin('1');
    end('1');
    await next;
    begin('2');
    end('2');
    await two;
  });

  it('leaves out what comes after its end, and keeps what was there', () => {
    begin('1');
    journal.close();
    end('1');
    expect(journal.lines()).toHaveLength(1);
    expect(inFile()).toHaveLength(1);
  });
});
