import { type ReactNode, useCallback } from "react";
import { LayerContext, type OpenLayer } from "../components/layers.ts";
import { useNavigation, useSend } from "./actors.tsx";

export function LayerProvider({ children }: { children: ReactNode }) {
  const navigation = useNavigation();
  const send = useSend(navigation);
  const open = useCallback<OpenLayer>(
    (layer, onBack) => {
      const dismissal = navigation?.on("layer.dismissed", (word) => {
        if (word.layer === layer) onBack();
      });
      send({ type: "user.openLayer", layer });
      return () => {
        dismissal?.unsubscribe();
        send({ type: "user.closeLayer", layer });
      };
    },
    [navigation, send],
  );
  return <LayerContext value={open}>{children}</LayerContext>;
}
