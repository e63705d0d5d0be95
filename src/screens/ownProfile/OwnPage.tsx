import type { ReactNode } from "react";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";

export function OwnPage({ title, children }: { title: string; children: ReactNode }) {
  const toNavigation = useSend(useNavigation());
  const back = <BackButton onClick={() => toNavigation({ type: "user.back" })} />;
  return (
    <Screen sunken bar={<NavBar title={title} start={back} />}>
      {children}
    </Screen>
  );
}
