import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
} from 'react';

interface OnDemandProps<P extends object> {
  load(): Promise<ComponentType<P>>;
  props: P;
  /** Until it is there; if not given, the bar of what is loading. */
  fallback?: ReactNode;
  /** Told where the reader does something else before it is there. */
  onLeft?(): void;
  /** Rendered when loading failed. */
  failed?(retry: () => void): ReactNode;
  /** Told each time it could not be had. @param tries how often it was asked for */
  onFailed?(tries: number): void;
  /** A change of this value retries a failed load. */
  again?: unknown;
}

interface OnDemandState<P extends object> {
  Part: LazyExoticComponent<ComponentType<P>>;
  tries: number;
  hasFailed: boolean;
}

/**
 * A part of a page whose script is loaded when the part is first shown. What cannot be had (no network, a
 * new release) fails here, and not with the whole page: React remembers a failure, so each try has a part
 * of its own.
 */
export class OnDemand<P extends object> extends Component<OnDemandProps<P>, OnDemandState<P>> {
  override state = this.tried(1);

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onFailed?.(this.state.tries);
  }

  override componentDidUpdate({ again }: OnDemandProps<P>) {
    if (this.state.hasFailed && again !== this.props.again) this.retry();
  }

  tried(tries: number): OnDemandState<P> {
    const Part = lazy(async () => ({ default: await this.props.load() }));
    return { Part, tries, hasFailed: false };
  }

  retry = () => this.setState(this.tried(this.state.tries + 1));

  override render() {
    const { Part, hasFailed } = this.state;
    const { props, onLeft, fallback = <LoadingPart onLeft={onLeft} />, failed } = this.props;
    if (hasFailed) return failed?.(this.retry) ?? null;
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  }
}

function LoadingPart({ onLeft }: { onLeft: (() => void) | undefined }) {
  useEffect(() => {
    if (!onLeft) return;
    const uses = ['click', 'keydown', 'popstate'];
    for (const use of uses) addEventListener(use, onLeft, true);
    return () => {
      for (const use of uses) removeEventListener(use, onLeft, true);
    };
  }, [onLeft]);
  return <div className="progress" />;
}
