/** Claims that hold for calls of two and of many. */

/** A chart's line about a failed request. */
const FAILED = /^\w+: xstate\.error\.actor\.\w+$/;
/** A line about an invitation that does not ring. */
const DROPPED = "callManager: dropped signal.invite";

interface Logging {
  readonly devices: readonly { name: string; errors: readonly unknown[]; log: readonly string[] }[];
  /** Number of failed requests. */
  readonly faults: { readonly count: number };
}

/** Says what a device throws, or logs without a failed request. */
export function logProblem({ devices, faults }: Logging): string | null {
  const lines: string[] = [];
  for (const { name, errors, log } of devices) {
    if (errors.length > 0) return `${name} throws ${String(errors[0])}.`;
    lines.push(...log.filter((line) => line !== DROPPED));
  }
  const isRight = lines.every((line) => FAILED.test(line)) && lines.length <= faults.count;
  return isRight ? null : `The logs say "${lines.join(", ")}" after ${faults.count} failed requests.`;
}

/** Says what a device holds. */
export function heldProblem({
  devices,
}: {
  readonly devices: readonly { name: string; held: readonly string[] }[];
}): string | null {
  for (const { name, held } of devices) if (held.length > 0) return `${name} holds ${held.join(", ")}.`;
  return null;
}
