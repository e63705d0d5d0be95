import { Component, type ReactNode } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import styles from "./ErrorBoundary.module.css";
import { forgetFailures } from "./lazily.ts";

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown in place of the broken children; a short quiet line by default, nothing if `false`. */
  fallback?: ReactNode;
  /** A new value renders the children again. Use the id and version of the children. */
  resetKey?: string | number | undefined;
}

interface State {
  failed: boolean;
  resetKey: string | number | undefined;
}

/** Limits a render error to a single row or region (8-35). Code that could not be fetched is fetched again later. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): State | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch() {
    forgetFailures();
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
