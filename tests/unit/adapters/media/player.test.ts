import { describe, expect, it } from "vitest";
import type { VoiceEvent } from "../../../../machines/media/voice-message.ts";
import { createPlayer } from "../../../../src/adapters/media/player.ts";
import { createHeardVoices } from "../../../../src/adapters/storage/heard-voices.ts";

class Sound extends EventTarget {
  src = "";
  currentTime = 0;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  paused = true;
  ended = false;
  refuses: Error | null = null;

  async play() {
    this.paused = false;
    if (this.refuses) throw this.refuses;
  }

  pause() {
    if (this.paused) return;
    this.paused = true;
    this.says("pause");
  }

  removeAttribute() {
    this.src = "";
  }

  load() {}

  says(type: string) {
    this.dispatchEvent(new Event(type));
  }
}

/** Sources that need no load: every URL is in own storage. */
const OWN: Parameters<typeof createPlayer>[0] = { srcOf: (url) => url, load: async () => true };

function aPlayer(refuses: Error | null = null, sources = OWN) {
  const sounds: Sound[] = [];
  const heard: VoiceEvent[] = [];
  const player = createPlayer(sources, () => {
    const sound = new Sound();
    sound.refuses = refuses;
    sounds.push(sound);
    return sound as unknown as HTMLAudioElement;
  });
  const play = (url: string) => player.play({ url, rate: 1.5 }, (event) => void heard.push(event));
  const soundAt = (index: number) => {
    const sound = sounds[index];
    if (!sound) throw new Error("No such sound");
    return sound;
  };
  return { player, play, soundAt, heard };
}

describe("the player", () => {
  it("3-77 loads a foreign sound first and then plays it from memory", async () => {
    let finish: (isShown: boolean) => void = () => {};
    const loaded = new Map<string, string>();
    const { play, soundAt, heard } = aPlayer(null, {
      srcOf: (url) => loaded.get(url) ?? null,
      load: () => new Promise((resolve) => (finish = resolve)),
    });
    play("https://stranger.example/1.webm");
    expect(soundAt(0).src).toBe("");
    loaded.set("https://stranger.example/1.webm", "blob:one");
    finish(true);
    await expect.poll(() => soundAt(0).src).toBe("blob:one");
    expect([soundAt(0).paused, soundAt(0).playbackRate]).toEqual([false, 1.5]);
    expect(heard).toEqual([]);
  });

  it("3-77 reports a failed load, and does not start a stopped sound", async () => {
    const nowhere = { srcOf: () => null, load: async () => false };
    const { play, soundAt, heard } = aPlayer(null, nowhere);
    const stopped = play("https://stranger.example/1.webm");
    stopped.stop();
    play("https://stranger.example/2.webm");
    await expect.poll(() => heard).toEqual([{ type: "voice.failed" }]);
    expect([soundAt(0).src, soundAt(1).src]).toEqual(["", ""]);
  });

  it("3-77 plays at the chosen speed and reports its progress", () => {
    const { play, soundAt, heard } = aPlayer();
    play("https://im.example/1.webm");
    const sound = soundAt(0);
    expect([sound.src, sound.playbackRate, sound.defaultPlaybackRate, sound.paused]).toEqual([
      "https://im.example/1.webm",
      1.5,
      1.5,
      false,
    ]);
    sound.says("playing");
    sound.currentTime = 3;
    sound.says("timeupdate");
    sound.ended = true;
    sound.says("pause");
    sound.says("ended");
    expect(heard).toEqual([
      { type: "voice.playing" },
      { type: "voice.progress", seconds: 3 },
      { type: "voice.ended" },
    ]);
  });

  it("3-77 pauses, resumes and changes its speed", () => {
    const { play, soundAt, heard } = aPlayer();
    const playback = play("x");
    playback.command({ type: "voice.pause" });
    expect([soundAt(0).paused, heard]).toEqual([true, [{ type: "voice.paused" }]]);
    playback.command({ type: "voice.resume" });
    expect(soundAt(0).paused).toBe(false);
    playback.command({ type: "voice.setRate", rate: 2 });
    expect(soundAt(0).playbackRate).toBe(2);
  });

  it("3-77 ignores a pause event if the sound already plays again", () => {
    const { play, soundAt, heard } = aPlayer();
    play("x");
    soundAt(0).says("pause");
    expect(heard).toEqual([]);
  });

  it("3-77 reports and plays nothing after a stop", () => {
    const { play, soundAt, heard } = aPlayer();
    const playback = play("x");
    playback.stop();
    soundAt(0).says("playing");
    playback.command({ type: "voice.resume" });
    expect([heard, soundAt(0).paused, soundAt(0).src]).toEqual([[], true, ""]);
  });

  it("3-77 pauses for a call", () => {
    const { player, play, heard } = aPlayer();
    play("x").stop();
    play("y");
    player.interrupt();
    expect(heard).toEqual([{ type: "voice.paused" }]);
  });

  it.each([
    [new DOMException("gone", "NotSupportedError"), [{ type: "voice.failed" }]],
    [new DOMException("paused", "AbortError"), []],
  ])("3-77 handles the play error %s", async (refusal, events) => {
    const { play, heard } = aPlayer(refusal);
    play("x");
    await Promise.resolve();
    await Promise.resolve();
    expect(heard).toEqual(events);
  });

  it("3-77 reports one failure for several error events", () => {
    const { play, soundAt, heard } = aPlayer();
    play("x");
    soundAt(0).says("error");
    soundAt(0).says("error");
    expect(heard).toEqual([{ type: "voice.failed" }]);
  });
});

describe("heard voice messages", () => {
  function aStorage() {
    const items = new Map<string, string>();
    return {
      items,
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    };
  }

  it("3-77 are stored for each user, without duplicates, up to 2000", async () => {
    const storage = aStorage();
    const store = createHeardVoices(storage);
    for (let index = 0; index < 2003; index++)
      await store.keepHeard({ userID: "me", clientMsgID: `${index}` });
    await store.keepHeard({ userID: "me", clientMsgID: "2000" });
    const heard = await createHeardVoices(storage).readHeard({ userID: "me" });
    expect([heard.length, heard[0], heard.at(-1)]).toEqual([2000, "3", "2000"]);
    expect(await store.readHeard({ userID: "other" })).toEqual([]);
  });

  it.each(["", "{", "7", "[7]"])("4-60 are empty if %j is stored", async (text) => {
    const storage = aStorage();
    storage.items.set("parley:heard:me", text);
    expect(await createHeardVoices(storage).readHeard({ userID: "me" })).toEqual([]);
  });

  it("4-60 are empty without storage, and storing one fails", async () => {
    const closed = () => {
      throw new Error("closed");
    };
    const store = createHeardVoices({ getItem: closed, setItem: closed });
    expect(await store.readHeard({ userID: "me" })).toEqual([]);
    await expect(store.keepHeard({ userID: "me", clientMsgID: "a" })).rejects.toMatchObject({
      code: "unknown",
    });
  });
});
