import type { LucideIcon } from "lucide-react";

export interface IconProps {
  of: LucideIcon;
  /** Accessible name. Without it the icon is decoration. */
  label?: string | undefined;
  /** CSS pixels. */
  size?: number | undefined;
  className?: string | undefined;
}

export function Icon({ of: Glyph, label, size = 24, className }: IconProps) {
  const name = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return <Glyph size={size} strokeWidth={1.75} absoluteStrokeWidth className={className} {...name} />;
}
