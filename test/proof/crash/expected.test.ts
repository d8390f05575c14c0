import { describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { saveKey } from '#projections/save/collections.ts';
import { expectedPosts } from '#test/model/post/answers.ts';
import { expectedSaves } from '#test/model/save/answers.ts';
import { expectedPeople } from '#test/model/user/answers.ts';
import { idOf } from '#test/server/support/people.ts';
import { expectedOf } from './expected.ts';
import type { Answer, Intent, JournalLine } from './journal.ts';

const ADA = idOf('ada');
const AT = '2026-03-01T12:00:00.000Z';
const DONE: Answer = { outcome: 'acknowledged', position: null };
const GIVEN_UP: Answer = { outcome: 'given up' };
const no = (code: string): Answer => ({ outcome: 'refused', code });

/** A journal of steps; a step without an answer was cut off. */
function journal(...steps: readonly (readonly [intent: Intent, answer?: Answer])[]): readonly JournalLine[] {
  return steps.flatMap(([intent, answer], index): readonly JournalLine[] => {
    const id = String(index);
    const meant = { kind: 'intent', id, at: AT, intent } as const;
    return answer === undefined ? [meant] : [meant, { kind: 'answer', id, at: AT, answer }];
  });
}

function command(type: string, data: object, clientId = idOf(type), mistake: string | null = null): Intent {
  return { do: 'command', userId: ADA, clientId, type, data: data as Readonly<Record<string, unknown>>, mistake };
}

const POST = newId(effectiveCommandId(ADA, idOf('CreatePost')), 0);
const content = (text: string) => ({ text: richTextOf(text), media: [] });
const created = command('CreatePost', { ...content('First.'), category: 'all' });

const postsIn = (lines: readonly JournalLine[]) => expectedOf(lines).parts.of(expectedPosts);

describe('what a journal makes one expect', () => {
  it('[P1] [P7] follows from the answer: yes, no, or nobody knows', () => {
    const truthAfter = (...answers: readonly Answer[]) =>
      postsIn(journal([created, ...answers] as [Intent, Answer])).get(POST)?.stands;
    expect([truthAfter(DONE), truthAfter(GIVEN_UP), truthAfter(no('POST_EMPTY')), truthAfter()]).toEqual([
      'yes',
      'maybe',
      'no',
      'maybe',
    ]);
    expect(truthAfter({ outcome: 'taken back' })).toBe('no');
  });

  it('[P2] takes an edit of which nobody knows for possible, and the last one that was acknowledged for the text', () => {
    const edit = (text: string) => command('EditPost', { ...content(text), postId: POST }, idOf(text));
    const posts = postsIn(
      journal([created, DONE], [edit('Second.'), DONE], [edit('Third.'), GIVEN_UP], [edit('Fourth.'), no('X')]),
    );
    expect(posts.get(POST)?.versions.map(({ text }) => text)).toEqual(['Second.', 'Third.']);
  });

  it('knows what a post may offer, and how far its sale may have come', () => {
    const sell = (sale: string, answer: Answer) =>
      [command('SetSale', { postId: POST, sale }, idOf(sale)), answer] as const;
    const edit = (data: object, answer: Answer) =>
      [
        command('EditPost', { ...content('Second.'), postId: POST, ...data }, idOf(JSON.stringify(data))),
        answer,
      ] as const;
    const postAfter = (...steps: readonly (readonly [Intent, Answer])[]) =>
      postsIn(journal([created, DONE], ...(steps as readonly [Intent, Answer][]))).get(POST);
    expect(postAfter(sell('pending', DONE), sell('sold', GIVEN_UP))?.sales).toEqual(['pending', 'sold']);
    const furniture = { category: 'furniture', price: { cents: 4_000, orBestOffer: false }, condition: null };
    expect(postAfter(edit(furniture, DONE), edit({}, DONE))?.terms).toEqual(['furniture | 4000 | none']);
    expect(postAfter(edit(furniture, GIVEN_UP))?.terms).toEqual(['all | none | none', 'furniture | 4000 | none']);
  });

  it('knows what a save is after each answer', () => {
    const save = (answer: Answer) => [command('SavePost', { postId: POST }), answer] as const;
    const unsave = (answer: Answer) => [command('UnsavePost', { postId: POST }), answer] as const;
    const savedAfter = (...steps: readonly (readonly [Intent, Answer])[]) =>
      expectedOf(journal(...steps))
        .parts.of(expectedSaves)
        .get(saveKey(POST, ADA))?.saved;
    expect(savedAfter(save(DONE))).toBe('yes');
    expect(savedAfter(save(DONE), unsave(GIVEN_UP))).toBe('maybe');
    expect(savedAfter(save(DONE), save(GIVEN_UP))).toBe('yes');
    expect(savedAfter(save(GIVEN_UP), unsave(DONE))).toBe('no');
  });

  it('[P7] takes a refusal for true only with a reason that the journal knows', () => {
    const comment = command('AddComment', { ...content('Hello.'), root: POST, parent: POST });
    const remove = command('DeletePost', { postId: POST });
    const refused = no('POST_DELETED');
    expect(expectedOf(journal([created, DONE], [remove, GIVEN_UP], [comment, refused])).findings).toEqual([]);
    expect(expectedOf(journal([created, DONE], [comment, refused])).findings).toHaveLength(1);
    expect(expectedOf(journal([created, no('FAULT')])).findings).toHaveLength(1);
  });

  it('[P7] takes the deletion of anything above for a reason', () => {
    const middle = command('AddComment', { ...content('Hello.'), root: POST, parent: POST }, idOf('middle'));
    const middleId = newId(effectiveCommandId(ADA, idOf('middle')), 0);
    const low = command('AddComment', { ...content('Hello.'), root: POST, parent: middleId }, idOf('low'));
    const lowId = newId(effectiveCommandId(ADA, idOf('low')), 0);
    const lowest = command('AddComment', { ...content('Hello.'), root: POST, parent: lowId }, idOf('lowest'));
    const remove = command('DeletePost', { postId: middleId });
    const refused = no('COMMENT_DELETED');
    const before = [[created, DONE] as const, [middle, DONE] as const, [low, DONE] as const];
    expect(expectedOf(journal(...before, [remove, DONE], [lowest, refused])).findings).toEqual([]);
    expect(expectedOf(journal(...before, [lowest, refused])).findings).toHaveLength(1);
  });

  it('[P7] takes a deletion for a reason that was meant while the refused command was still being sent', () => {
    const comment = command('AddComment', { ...content('Hello.'), root: POST, parent: POST });
    const remove = command('DeletePost', { postId: POST });
    const meant = (id: string, intent: Intent) => ({ kind: 'intent', id, at: AT, intent }) as const;
    const answer = (id: string, answer: Answer) => ({ kind: 'answer', id, at: AT, answer }) as const;
    const raced = [
      ...journal([created, DONE]),
      meant('comment', comment),
      meant('remove', remove),
      answer('comment', no('POST_DELETED')),
      answer('remove', DONE),
    ];
    expect(expectedOf(raced).findings).toEqual([]);
  });

  it('knows the answer that a person got to each step, and where it is to stand', () => {
    const register: Intent = { do: 'register', userId: ADA, email: 'ada@ou.edu', name: 'Ada Lovelace' };
    const at = { outcome: 'acknowledged', position: '0000000000000007' } as const;
    const { accounts, acknowledged, parts } = expectedOf(
      journal([register, at], [{ do: 'verify', userId: ADA }, DONE], [command('ChangeBio', { bio: 'Hi.' }), GIVEN_UP]),
    );
    expect(accounts.get(ADA)).toMatchObject({ stands: 'yes', confirmed: 'yes' });
    expect(parts.of(expectedPeople).get(ADA)).toMatchObject({ joined: 'no', bio: 'maybe' });
    expect(acknowledged).toEqual([{ what: `register ${ADA}`, position: at.position, stream: `user-${ADA}` }]);
  });

  it('wants mistakes refused, with their own code', () => {
    const empty = command('CreatePost', { ...content(''), category: 'all' }, idOf('empty'), 'POST_EMPTY');
    expect(expectedOf(journal([empty, no('POST_EMPTY')], [empty, GIVEN_UP])).findings).toEqual([]);
    expect(expectedOf(journal([empty, DONE])).findings).toHaveLength(1);
    expect(expectedOf(journal([empty, no('TEXT_TOO_LONG')])).findings).toHaveLength(1);
  });
});
