import { StrictMode } from "react";
import type { App } from "../wiring/index.ts";
import { type Outside, OutsideProvider } from "./outside.tsx";
import { Root } from "./Root.tsx";

export interface PageProps {
  /** Already started. */
  app: App;
  outside: Outside;
}

export function Page({ app, outside }: PageProps) {
  return (
    <StrictMode>
      <OutsideProvider outside={outside}>
        <Root app={app} />
      </OutsideProvider>
    </StrictMode>
  );
}
