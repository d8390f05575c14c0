import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from '../kit/State.tsx';

/** The last net: a page that could not be drawn, or whose code could not be loaded, can be tried again. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A page could not be drawn.', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return <ErrorState text="This page could not be shown." onRetry={() => location.reload()} />;
  }
}
