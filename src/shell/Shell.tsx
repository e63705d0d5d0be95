import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import { selectRoute } from "../../machines/app/navigation.ts";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import type { Lazily } from "../components/lazily.ts";
import { useApp, useNavigation, useSession, useSignedIn, useSync } from "./actors.tsx";
import { Broken } from "./Broken.tsx";
import { useContextMenuBlock } from "./contextMenu.ts";
import { useFileDropBlock } from "./fileDrops.ts";
import { CALLS, GALLERY, REINSTALL } from "./lazyLayers.ts";
import { useOutside } from "./outside.tsx";
import { RoutedView } from "./RoutedView.tsx";
import { SecondTab } from "./SecondTab.tsx";
import { Toasts } from "./Toasts.tsx";

/** The routed view, and the layers above all screens. */
export function Shell() {
  useContextMenuBlock();
  useFileDropBlock();
  const isBroken = useSelector(useApp(), (app) => app.hasTag("broken"));
  if (isBroken) return <Broken />;
  return (
    <>
      <ErrorBoundary fallback={<Broken />}>
        <Views />
      </ErrorBoundary>
      <ErrorBoundary fallback={false}>
        <SignedInLayer layer={GALLERY} />
      </ErrorBoundary>
      <ErrorBoundary fallback={false}>
        <Reinstall />
      </ErrorBoundary>
      <ErrorBoundary fallback={false}>
        <Toasts />
      </ErrorBoundary>
      <ErrorBoundary fallback={false}>
        <SignedInLayer layer={CALLS} />
      </ErrorBoundary>
    </>
  );
}

function SignedInLayer({ layer }: { layer: Pick<Lazily<object>, "useFetched"> }) {
  return useSignedIn() && <Layer useFetched={layer.useFetched} />;
}

/** Separate from `SignedInLayer`, because a sync can start before the signed-in charts exist. */
function Reinstall() {
  return useSync() && <Layer useFetched={REINSTALL.useFetched} />;
}

function Layer({ useFetched }: Pick<Lazily<object>, "useFetched">) {
  const Fetched = useFetched();
  return Fetched && <Fetched />;
}

function Views() {
  const navigation = useNavigation();
  const route = useSelector(navigation, (snapshot) => (snapshot ? selectRoute(snapshot) : null));
  const { whenIdle } = useOutside();
  // Without this code screens change at once, and a control looks pressed only when the finger is lifted.
  useEffect(() => {
    if (!navigation) return;
    const end = new AbortController();
    const cancel = whenIdle(() => {
      import("./motion.ts").then(({ startMotion }) => startMotion(navigation, end.signal)).catch(() => {});
    });
    return () => {
      cancel();
      end.abort();
    };
  }, [navigation, whenIdle]);
  const isElsewhere = useSelector(useSession(), (session) => session?.hasTag("elsewhere") ?? false);
  return (
    <>
      <RoutedView route={isElsewhere ? null : route} />
      {isElsewhere && <SecondTab />}
    </>
  );
}
