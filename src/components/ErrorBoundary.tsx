import { Component, type ReactNode } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import styles from "./ErrorBoundary.module.css";

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** What stands in place of what broke; one quiet line by default. */
  fallback?: ReactNode;
  /** A new value tries to draw again: the id and version of what is drawn. */
  resetKey?: string | number | undefined;
  onError?: ((error: unknown) => void) | undefined;
}

interface State {
  failed: boolean;
  resetKey: string | number | undefined;
}

/** Keeps a failure to draw within one row or region (8-35). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback ?? <Placeholder />;
  }
}

function Placeholder() {
  const { t } = useText();
  return <p className={styles.placeholder}>{t("common.cannotShow")}</p>;
}
