/** Claims about the devices of any world. */

/** A chart's line about a failed request. */
const FAILED = /^\w+: xstate\.error\.actor\.\w+$/;
/** A line about an invitation that does not ring. */
const DROPPED = "callManager: dropped signal.invite";

interface Logging {
  readonly name: string;
  readonly errors: readonly unknown[];
  readonly log: readonly string[];
}

/** Says what a device throws, or logs that is no failed request. */
export function logProblem(devices: readonly Logging[]): string | null {
  for (const { name, errors, log } of devices) {
    if (errors.length > 0) return `${name} throws ${String(errors[0])}.`;
    const strange = log.find((line) => !FAILED.test(line));
    if (strange !== undefined) return `${name} logs "${strange}".`;
  }
  return null;
}

/** The same of calls, where not more requests are logged than have failed. */
export function callLogProblem({
  devices,
  faults,
}: {
  readonly devices: readonly Logging[];
  readonly faults: { readonly count: number };
}): string | null {
  const counted = devices.map(({ name, errors, log }) => ({
    name,
    errors,
    log: log.filter((line) => line !== DROPPED),
  }));
  const lines = counted.flatMap(({ log }) => log);
  if (lines.length > faults.count)
    return `The logs say "${lines.join(", ")}" after ${faults.count} failed requests.`;
  return logProblem(counted);
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
