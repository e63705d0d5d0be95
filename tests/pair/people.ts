/** Simulated users: they press what they see, at random times. */

import type { Choices } from "./choices.ts";
import type { Device } from "./device.ts";
import type { Scene } from "./scene.ts";
import type { Person } from "./styles.ts";

/** When crossing callers hang up, in milliseconds. */
export const PARTING = 50_000;

/** Every user acts now and then until `end`, then only waits. */
export function setInMotion(scene: Scene, devices: readonly [Device, ...Device[]], end: number): void {
  const { time, choices, style } = scene;
  const { pace, leaving } = style.habits;
  if (pace === "crossing" || pace === "plain") {
    cross(scene, devices);
    return;
  }
  const isTogether = pace === "unhurried";
  const goOn = (who: Device | null) => {
    const pause = isTogether ? choices.between(4000, 12_000) : pauseAt(who ?? devices[0], choices);
    time.after(pause, () => {
      if (time.now() >= end) return;
      const device = who ?? choices.pick(devices);
      if (choices.chance(leaving)) leave(scene, device);
      else act(scene, device, othersOf(scene, device));
      goOn(who);
    });
  };
  if (isTogether) goOn(null);
  else for (const device of devices) goOn(device);
}

/** A user reacts faster to a ringing device. */
function pauseAt({ expectation }: Device, choices: Choices): number {
  return expectation === "free" || expectation === "away"
    ? choices.between(200, 15_000)
    : choices.between(100, 9000);
}

function othersOf({ style }: Scene, { nickname }: Device): readonly Person[] {
  return [...new Set(style.cast)].filter((person) => person !== nickname);
}

function act({ choices }: Scene, device: Device, [first = "mia", ...more]: readonly Person[]): void {
  const isDouble = choices.chance(0.1);
  const press = (what: () => void) => {
    what();
    if (isDouble) what();
  };
  const mood = choices.between(0, 1);
  switch (device.expectation) {
    case "free":
      if (mood < 0.5)
        press(() => device.call(choices.pick([first, ...more]), choices.pick(["voice", "video"])));
      return;
    case "ringing":
      if (mood < 0.6) press(() => device.accept());
      else if (mood < 0.75) press(() => device.hangUp());
      return;
    case "calling":
    case "joining":
      if (mood < 0.15) press(() => device.hangUp());
      else if (mood < 0.3) press(() => device.minimise());
      return;
    case "talking":
      if (mood < 0.25) press(() => device.hangUp());
      else if (mood < 0.6) device.pressAnything();
      else if (mood < 0.7) device.minimise();
      else if (mood < 0.8) device.restore();
  }
}

function leave({ time, choices }: Scene, device: Device): void {
  if (device.expectation === "away") return;
  if (choices.chance(0.3)) {
    device.signOut();
    return;
  }
  device.close(choices.chance(0.6));
  time.after(choices.between(500, 10_000), () => device.open());
}

/**
 * Two users call each other within three seconds, or only one calls. They accept whatever rings. At `PARTING` one or
 * both hang up.
 */
function cross({ time, choices, style: { cast, habits } }: Scene, [one, other]: readonly Device[]): void {
  const [a = "mia", b = "anna"] = cast;
  if (!one || !other) return;
  const start = choices.between(0, 5000);
  const press = (device: Device, peer: Person) => () => {
    if (device.expectation === "free") device.call(peer, choices.pick(["voice", "video"]));
  };
  time.after(start, press(one, b));
  if (habits.pace === "crossing") time.after(start + choices.between(-3000, 3000), press(other, a));
  for (const device of [one, other])
    for (let at = 10_000; at < 30_000; at += 4000)
      time.after(at, () => {
        if (device.expectation === "ringing") device.accept();
      });
  time.after(PARTING, () => {
    choices.pick([one, other]).hangUp();
    if (choices.chance(0.5))
      for (const device of [one, other]) time.after(choices.between(0, 1500), () => device.hangUp());
  });
}
