import type { LucideIcon } from "lucide-react";

export interface IconProps {
  of: LucideIcon;
  /** Accessible name, if no visible word stands beside the icon. Without it the icon is decoration. */
  label?: string | undefined;
  /** CSS pixels, 24 by default. */
  size?: number | undefined;
  className?: string | undefined;
}

/** A line icon in the colour of the text around it. */
export function Icon({ of: Glyph, label, size = 24, className }: IconProps) {
  const name = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return <Glyph size={size} strokeWidth={1.75} absoluteStrokeWidth className={className} {...name} />;
}
