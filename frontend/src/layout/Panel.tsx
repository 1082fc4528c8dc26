import { Component, type ReactNode } from "react";

interface PanelProps {
  /** What the panel is called in the sentence that stands in its place. */
  name: string;
  /** Something that changes when another thing is shown: a fault of the one before is forgotten then. */
  of?: string;
  children: ReactNode;
}

interface PanelState {
  fault: Error | null;
  of: string | undefined;
}

/** A part of the page that fails alone: its fault is told where it stood, and everything else goes on. */
export class Panel extends Component<PanelProps, PanelState> {
  override state: PanelState = { fault: null, of: this.props.of };

  static getDerivedStateFromError(error: unknown): Partial<PanelState> {
    return { fault: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: PanelProps, state: PanelState): Partial<PanelState> | null {
    return props.of === state.of ? null : { fault: null, of: props.of };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (!fault) return this.props.children;
    return (
      <section className="fault" role="alert" aria-label={`${this.props.name}: a fault`}>
        <p>
          <strong>{this.props.name} cannot be shown.</strong> {fault.message}
        </p>
        <button type="button" className="button small" onClick={() => this.setState({ fault: null })}>
          Try again
        </button>
      </section>
    );
  }
}
