import { useSelector } from "@xstate/react";
import { selectReinstallPercent } from "../../machines/session/sync.ts";
import { ReinstallOverlay } from "../components/ReinstallOverlay.tsx";
import { useSync } from "./actors.tsx";

/** Covers the screen while a new device loads its data (2-08, 2-09, 2-10). */
export default function ReinstallProgress() {
  const percent = useSelector(useSync(), (sync) => (sync ? selectReinstallPercent(sync) : null));
  return <ReinstallOverlay percent={percent} />;
}
