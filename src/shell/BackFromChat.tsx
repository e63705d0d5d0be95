import { useSelector } from "@xstate/react";
import { selectPanes } from "../../machines/app/navigation.ts";
import { BackButton } from "../components/NavBar.tsx";
import { useNavigation, useSend } from "./actors.tsx";

/** Hidden beside the tabs: the list is always visible there, and Back could close the page next to the chat. */
export function BackFromChat() {
  const navigation = useNavigation();
  const send = useSend(navigation);
  const isAlone = useSelector(navigation, (snapshot) => snapshot && selectPanes(snapshot).chat === "full");
  return isAlone && <BackButton onClick={() => send({ type: "user.back" })} />;
}
