import { useSelector } from "@xstate/react";
import { type ReactNode, useLayoutEffect } from "react";
import { Router } from "wouter";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { DOCUMENT_LANGUAGE } from "../i18n/language.ts";
import { TextProvider } from "../i18n/TextProvider.tsx";
import type { App } from "../wiring/index.ts";
import { AppProvider, useApp } from "./actors.tsx";
import { LayerProvider } from "./layers.tsx";
import { useChartLocation, useChartSearch } from "./router.tsx";
import { Shell } from "./Shell.tsx";

/**
 * The whole page, for a started app actor. The outermost error boundary renders nothing: an error outside all
 * regions below is not shown to the user (8-34).
 */
export function Root({ app }: { app: App }) {
  return (
    <ErrorBoundary fallback={false}>
      <AppProvider app={app}>
        <Localised>
          <Router hook={useChartLocation} searchHook={useChartSearch}>
            <LayerProvider>
              <Shell />
            </LayerProvider>
          </Router>
        </Localised>
      </AppProvider>
    </ErrorBoundary>
  );
}

/** Sets the language of the texts below and of the document (1-16). */
function Localised({ children }: { children: ReactNode }) {
  const language = useSelector(useApp(), ({ context }) => context.language);
  useLayoutEffect(() => {
    document.documentElement.lang = DOCUMENT_LANGUAGE[language];
  }, [language]);
  return <TextProvider language={language}>{children}</TextProvider>;
}
