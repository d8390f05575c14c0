import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createPageHistory, STEP_MAX_MS } from '#web/kit/navigation/pageHistory.ts';

/** The part of a browser's window that a history needs; a step is taken when `arrive` is called, as in a browser: later. */
function makeWindow() {
  const entries: { readonly url: string; readonly state: unknown }[] = [{ url: '/home', state: null }];
  let index = 0;
  let onPop: (() => void) | null = null;
  const steps: number[] = [];
  const place = () => new URL(entries[index]?.url ?? '', 'https://ou.quad.test');
  const location = {
    ...{ origin: 'https://ou.quad.test', href: 'https://ou.quad.test/' },
    get pathname() {
      return place().pathname;
    },
    get search() {
      return place().search;
    },
    get hash() {
      return place().hash;
    },
  };
  const history = {
    get state() {
      return entries[index]?.state;
    },
    pushState(state: unknown, _title: string, url: string) {
      entries.splice(index + 1, entries.length, { url, state });
      index += 1;
    },
    replaceState(state: unknown, _title: string, url = entries[index]?.url ?? '') {
      entries[index] = { url, state };
    },
    go: (delta: number) => void steps.push(delta),
  };
  const window = {
    ...{ location, history, queueMicrotask },
    setTimeout: (task: () => void, delay: number) => setTimeout(task, delay),
    clearTimeout: (timer: ReturnType<typeof setTimeout> | undefined) => clearTimeout(timer),
    addEventListener(_name: 'popstate', handler: () => void) {
      onPop = handler;
    },
  };
  return {
    window: window as unknown as Window,
    /** Takes the steps that were asked for, if they lead somewhere. */
    async arrive() {
      for (const delta of steps.splice(0)) {
        if (entries[index + delta] === undefined) continue;
        index += delta;
        onPop?.();
        await Promise.resolve();
      }
    },
    /** Addresses of all entries, the present one in brackets. */
    entries: () => entries.map(({ url }, at) => (at === index ? `[${url}]` : url)).join(' '),
  };
}

describe('the history of a tab', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('says at once where a press has led, to the next press too', () => {
    const browser = makeWindow();
    const { navigator, present, subscribe } = createPageHistory(browser.window);
    const heard: string[] = [];
    subscribe(() => heard.push(present().location.pathname));
    expect(present()).toBe(present());
    navigator.push('/search?q=desk');
    navigator.replace('/search?q=desk&show=people');
    expect(present()).toMatchObject({ action: 'REPLACE', location: { search: '?q=desk&show=people' } });
    expect(heard).toEqual(['/search', '/search']);
    expect(browser.entries()).toBe('/home [/search?q=desk&show=people]');
  });

  it('lets a press during a step wait for it: the step starts where it was asked for', async () => {
    const browser = makeWindow();
    const { navigator, present } = createPageHistory(browser.window);
    navigator.push('/home', { dialog: true });
    navigator.go(-1);
    navigator.push('/saved');
    expect(browser.entries()).toBe('/home [/home]');
    await browser.arrive();
    expect(browser.entries()).toBe('/home [/saved]');
    expect(present()).toMatchObject({ action: 'PUSH', location: { pathname: '/saved' } });
  });

  it('counts a way back from where the step before it has led', async () => {
    const browser = makeWindow();
    const { navigator, present, afterSteps } = createPageHistory(browser.window);
    for (const path of ['/post/1', '/saved', '/saved?dialog']) navigator.push(path);
    const asked: string[] = [];
    navigator.go(-1);
    afterSteps(() => {
      asked.push(present().location.pathname + present().location.search);
      navigator.go(-1);
    });
    navigator.push('/profile');
    await browser.arrive();
    expect(asked).toEqual(['/saved']);
    await browser.arrive();
    expect(browser.entries()).toBe('/home /post/1 [/profile]');
  });

  it('gives up a step that leads nowhere', async () => {
    const browser = makeWindow();
    const { navigator } = createPageHistory(browser.window);
    navigator.go(1);
    navigator.push('/saved');
    await browser.arrive();
    await jest.advanceTimersByTimeAsync(STEP_MAX_MS - 1);
    expect(browser.entries()).toBe('[/home]');
    await jest.advanceTimersByTimeAsync(1);
    expect(browser.entries()).toBe('/home [/saved]');
  });
});
