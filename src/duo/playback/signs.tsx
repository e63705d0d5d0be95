import type { LucideIcon } from "lucide-react";
import { Icon } from "../../components/Icon.tsx";
import {
  ArrowDownLeft,
  ArrowUpRight,
  Check,
  CircleAlert,
  Clock,
  Copy,
  Hourglass,
  Phone,
  User,
  X,
} from "../../components/icons.ts";
import type { DuoTexts } from "../texts.ts";
import styles from "./signs.module.css";
import type { Step } from "./steps.ts";

/** How acts look on the time line. Others are dots. */
const SIGNS = {
  user: User,
  sent: ArrowUpRight,
  arrives: ArrowDownLeft,
  lost: X,
  doubled: Copy,
  late: Hourglass,
  confirmed: Check,
  failed: CircleAlert,
  timer: Clock,
  media: Phone,
} as const satisfies Partial<Record<Step["kind"], LucideIcon>>;

type SignKind = keyof typeof SIGNS;

const isSign = (kind: string): kind is SignKind => Object.hasOwn(SIGNS, kind);

export const SIGN_KINDS = Object.keys(SIGNS).filter(isSign);

export function Sign({ kind }: { kind: Step["kind"] }) {
  return (
    <i className={styles.sign} data-kind={kind}>
      {isSign(kind) && <Icon of={SIGNS[kind]} size={12} />}
    </i>
  );
}

export function SignPill({ kind, texts }: { kind: Step["kind"]; texts: DuoTexts }) {
  if (!isSign(kind)) return null;
  return (
    <span className={styles.pill}>
      <Sign kind={kind} />
      {texts[kind]}
    </span>
  );
}
