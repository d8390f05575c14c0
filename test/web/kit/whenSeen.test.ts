import { expect, it } from '@jest/globals';
import { whenSeen } from '#web/kit/whenSeen.ts';

/** A page that can be put into the background. */
class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';

  show(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

it('what a tab in the background need not do is done at once where it is seen, and else once when it is', () => {
  const page = new FakePage();
  let done = 0;
  const act = whenSeen(() => {
    done += 1;
  }, page);
  act();
  expect(done).toBe(1);
  page.show('hidden');
  act();
  act();
  page.show('hidden');
  expect(done).toBe(1);
  page.show('visible');
  expect(done).toBe(2);
  page.show('hidden');
  page.show('visible');
  expect(done).toBe(2);
});
