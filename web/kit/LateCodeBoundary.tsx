import { Component, type ReactNode } from 'react';
import { followSiteBack } from './http/siteBack.ts';
import { CodeRemoved } from './lateCode.ts';
import { CodeAway } from './persistently.ts';
import { ErrorState } from './State.tsx';

interface BoundaryState {
  readonly failed: CodeAway | CodeRemoved | null;
}

/** The parts whose code did not come, also those that are drawn no more: one file may have been for several. */
const away = new Set<() => void>();

/**
 * Calls back once when the code that did not come is asked for again: by a press, or because the site is there again. A part
 * that is drawn only then has to ask anew, too.
 */
export function whenRetried(renew: () => void): void {
  const once = () => {
    unfollow();
    away.delete(once);
    renew();
  };
  const unfollow = followSiteBack(once);
  away.add(once);
}

/** Asks for the code of all of them again. */
function retryAll(): void {
  for (const retry of [...away]) retry();
}

/**
 * Around a part whose code comes late: where it does not come, the part says so in its place and everything around it stays. It
 * is asked for again by a press, on this or another part, and by itself as soon as the site is there again. Other errors go on.
 */
export class LateCodeBoundary extends Component<
  { readonly children?: ReactNode; readonly onRetry: () => void },
  BoundaryState
> {
  override state: BoundaryState = { failed: null };
  #leave: () => void = () => undefined;

  static getDerivedStateFromError(error: unknown): BoundaryState {
    if (error instanceof CodeAway || error instanceof CodeRemoved) return { failed: error };
    throw error;
  }

  /** Where the page waits above this boundary, it is mounted only when its code has failed. */
  override componentDidMount(): void {
    this.#follow();
  }

  override componentDidUpdate(): void {
    this.#follow();
  }

  #follow(): void {
    this.#leave();
    if (!(this.state.failed instanceof CodeAway)) return;
    const unfollow = followSiteBack(this.retry);
    away.add(this.retry);
    this.#leave = () => {
      unfollow();
      away.delete(this.retry);
    };
  }

  override componentWillUnmount(): void {
    this.#leave();
  }

  readonly retry = () => {
    this.#leave();
    this.props.onRetry();
    this.setState({ failed: null });
  };

  override render(): ReactNode {
    const { failed } = this.state;
    if (failed === null) return this.props.children;
    if (failed instanceof CodeAway) {
      return (
        <ErrorState text="This part could not be loaded. Check your connection and try again." onRetry={retryAll} />
      );
    }
    return <ErrorState text="A new version of this site is ready. Please reload the page." onRetry={reload} />;
  }
}

function reload(): void {
  location.reload();
}
