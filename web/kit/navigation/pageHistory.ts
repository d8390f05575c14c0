import { createContext, useContext } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type NavigationType,
  type Navigator,
} from 'react-router';

/** Milliseconds until a step through the history that leads nowhere is given up. */
export const STEP_MAX_MS = 2_000;

/** The present address, and how it was reached. */
export interface Place {
  readonly action: NavigationType;
  readonly location: Location;
}

/**
 * The way of this tab through the site. The browser takes a step (`go`) later than it is asked to, and would take it from
 * wherever a press meanwhile has led. So one thing happens after the other here: what is asked for during a step waits
 * until its page is drawn.
 */
export interface PageHistory {
  /** For the router. */
  readonly navigator: Navigator;
  /** The same object until the address changes. */
  present(): Place;
  /** Calls back after each change of the address; returns the end of it. */
  subscribe(changed: () => void): () => void;
  /** Calls a task that depends on the place: now, or as soon as the steps are taken. */
  afterSteps(task: () => void): void;
}

/** Makes the history of a window; called once, before anything is drawn. */
export function createPageHistory(window: Window): PageHistory {
  const history = createBrowserHistory({ window, v5Compat: true });
  const listeners = new Set<() => void>();
  let place: Place = { action: history.action, location: history.location };
  const steps = createSteps(window);

  history.listen(({ action, location }) => {
    place = { action, location };
    for (const changed of listeners) changed();
    if (action === 'POP') steps.taken();
  });

  return {
    navigator: {
      createHref: history.createHref,
      createURL: history.createURL,
      encodeLocation: history.encodeLocation,
      push: (to, state) => steps.after(() => history.push(to, state)),
      replace: (to, state) => steps.after(() => history.replace(to, state)),
      go: (delta) => steps.after(() => steps.take(() => history.go(delta))),
    },
    present: () => place,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    afterSteps: steps.after,
  };
}

/** A queue behind the steps that the browser has not taken yet. */
function createSteps(window: Window) {
  const waiting: (() => void)[] = [];
  let isUnderWay = false;
  let limit: number | undefined;

  const drain = () => {
    while (!isUnderWay && waiting.length > 0) waiting.shift()?.();
  };
  const taken = () => {
    isUnderWay = false;
    window.clearTimeout(limit);
    // The page of the step comes first: React, which has heard of it before, draws it in a microtask of its own.
    window.queueMicrotask(drain);
  };
  return {
    taken,
    take(go: () => void) {
      isUnderWay = true;
      limit = window.setTimeout(taken, STEP_MAX_MS);
      go();
    },
    after(task: () => void) {
      if (isUnderWay) waiting.push(task);
      else task();
    },
  };
}

/** Hands the history to everything below the router. */
export const PageHistoryContext = createContext<PageHistory | null>(null);

/** The history of this tab, for what reads the place at the moment of a press. */
export function usePageHistory(): PageHistory {
  const history = useContext(PageHistoryContext);
  if (history === null) throw new Error('A page is drawn below the router.');
  return history;
}
