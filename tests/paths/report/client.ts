/** The script of the report page. */

/** A chart as the page receives it. Texts are stored once; everything else refers to them by index. */
export interface PlayedChart {
  ways: readonly { source: string; target: string; event: string }[];
  places: readonly { states: readonly string[]; words: string; sees: readonly Seen[] }[];
  labels: readonly string[];
  paths: readonly { begins: number; steps: readonly PlayedStep[] }[];
}

export type Seen = readonly [isThere: boolean, words: string];

export type PlayedStep = readonly [label: number, place: number, ways: readonly number[]];

/**
 * Shows one chart at a time and plays its paths. The address decides: "#caller/12/3" is the third step of the
 * thirteenth path. The function is written into the page as text, so everything it needs is inside.
 */
export function client(): void {
  const main = find(document, "main");
  let chart = "";
  let data: PlayedChart | null = null;
  let zoom = 1;

  function find(within: ParentNode, selector: string): HTMLElement {
    const found = within.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`The page has no ${selector}`);
    return found;
  }

  function address(): { name: string; path: number | null; step: number } {
    const [name = "", path, step] = location.hash.slice(1).split("/");
    return { name, path: numberIn(path), step: numberIn(step) ?? 0 };
  }

  function numberIn(text = ""): number | null {
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  }

  /** Steps replace the history entry, so that Back leaves the path. */
  function go(path: number | null, step = 0): void {
    const { path: current } = address();
    const hash = `#${chart}${path === null ? "" : `/${path}/${step}`}`;
    if (path === current) history.replaceState(null, "", hash);
    else history.pushState(null, "", hash);
    draw();
  }

  function draw(): void {
    const { name, path, step } = address();
    const template = document.getElementById(`chart-${name}`);
    document.body.dataset.view = template ? "chart" : "list";
    for (const link of document.querySelectorAll("nav a")) {
      const isHere = link.getAttribute("href") === `#${name}`;
      if (isHere) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (!(template instanceof HTMLTemplateElement)) {
      chart = "";
      const unknown = name === "" ? "" : "This page has no such chart. ";
      main.replaceChildren(
        element("p", `${unknown}Choose a chart to see its drawing and its paths.`, "hint"),
      );
      return;
    }
    if (chart !== name) open(name, template);
    play(path, step);
  }

  function open(name: string, template: HTMLTemplateElement): void {
    chart = name;
    data = JSON.parse(document.getElementById(`paths-${name}`)?.textContent ?? "null");
    main.replaceChildren(template.content.cloneNode(true));
    scrollTo(0, 0);
    const [board, svg] = [find(main, ".board"), find(main, ".board svg")];
    const natural = Number(svg.getAttribute("width"));
    // Small drawings keep their size. Large ones shrink to fit, but not below 30 %, where boxes are
    // unreadable.
    const fitting = Math.min(1, Math.max(board.clientWidth / natural, 0.3));
    const resize = (to: number) => {
      const middle = [
        (board.scrollLeft + board.clientWidth / 2) / zoom,
        (board.scrollTop + board.clientHeight / 2) / zoom,
      ] as const;
      zoom = Math.min(2, Math.max(0.15, to));
      svg.style.width = `${natural * zoom}px`;
      svg.style.height = "auto";
      board.scrollTo(middle[0] * zoom - board.clientWidth / 2, middle[1] * zoom - board.clientHeight / 2);
    };
    resize(fitting);
    board.scrollTo(0, 0);
    main.onclick = ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      const { path, step } = address();
      if (!button || button.disabled) return;
      const { zoom: by, play: number, to } = button.dataset;
      if (by !== undefined)
        resize(by === "whole" ? Math.min(1, board.clientWidth / natural) : zoom * Number(by));
      else if (number !== undefined) {
        if (zoom < 0.7) resize(0.85);
        go(Number(number));
        find(main, ".stage").scrollIntoView({ block: "start" });
        find(main, ".player").focus({ preventScroll: true });
      } else if (to === "close") go(null);
      else if (to !== undefined) go(path, to === "next" ? step + 1 : to === "back" ? step - 1 : Number(to));
    };
    const filter = find(main, "input");
    filter.oninput = () => {
      const words = filter instanceof HTMLInputElement ? filter.value.toLowerCase().split(/\s+/) : [];
      for (const line of main.querySelectorAll<HTMLElement>(".paths li"))
        line.hidden = !words.every((word) => line.textContent?.toLowerCase().includes(word));
    };
  }

  function play(number: number | null, wanted: number): void {
    const path = number === null ? undefined : data?.paths[number];
    for (const marked of main.querySelectorAll(".is-here, .is-taken"))
      marked.classList.remove("is-here", "is-taken");
    for (const line of main.querySelectorAll("[data-play]"))
      line.toggleAttribute("aria-current", line.getAttribute("data-play") === String(number));
    find(main, ".stage").classList.toggle("is-playing", path !== undefined);
    const player = find(main, ".player");
    player.hidden = path === undefined;
    if (!path || !data) return;

    const step = Math.max(0, Math.min(wanted, path.steps.length));
    const [, at, ways] = path.steps[step - 1] ?? [0, path.begins, []];
    const place = data.places[at];
    if (!place) return;
    for (const way of ways) take(data.ways[way]);
    // Among parallel states, the one that was entered comes into view, or else the one that answered.
    const [, from] = path.steps[step - 2] ?? [0, path.begins];
    const before = step === 0 ? [] : (data.places[from]?.states ?? []);
    const sources = ways.map((way) => data?.ways[way]?.source ?? "");
    const isAnswering = (state: string) => sources.some((source) => `${state}.`.startsWith(`${source}.`));
    const entered = place.states.find((state) => !before.includes(state));
    const focus = entered ?? place.states.find(isAnswering) ?? place.states[0];
    for (const state of place.states) light(state, state === focus);
    find(player, ".where").textContent = place.words;
    find(player, ".count").textContent = `Step ${step} of ${path.steps.length}`;
    find(player, "[data-to=back]").toggleAttribute("disabled", step === 0);
    find(player, "[data-to=next]").toggleAttribute("disabled", step === path.steps.length);
    list(player, ".steps", [
      item(0, "as it begins", step),
      ...path.steps.map(([label], index) => item(index + 1, data?.labels[label] ?? "", step)),
    ]);
    list(
      player,
      ".sees",
      place.sees.map(([isThere, words]) => element("li", words, isThere ? "" : "is-absent")),
    );
    find(player, ".nothing").hidden = place.sees.length > 0;
    const steps = find(player, ".steps");
    const current = find(steps, "[aria-current]");
    steps.scrollTop = current.offsetTop - steps.offsetTop - steps.clientHeight / 2;
  }

  function take(way: PlayedChart["ways"][number] | undefined): void {
    if (!way) return;
    const { source, target, event } = way;
    for (const line of main.querySelectorAll<SVGElement>("svg text[data-source]")) {
      const { source: from, target: to, events } = line.dataset;
      if (from === source && to === target && events?.split("|").includes(event))
        line.classList.add("is-taken");
    }
    for (const arrow of main.querySelectorAll<SVGElement>("svg path[data-arrow]"))
      if (target.split(" ").some((one) => arrow.dataset.arrow === `${source}>${one}`))
        arrow.classList.add("is-taken");
  }

  function light(state: string, isLookedAt: boolean): void {
    for (const box of main.querySelectorAll<SVGElement>("svg g[data-state]")) {
      if (box.dataset.state !== state) continue;
      box.classList.add("is-here");
      if (!isLookedAt) continue;
      const [board, area] = [find(main, ".board"), box.getBoundingClientRect()];
      const frame = board.getBoundingClientRect();
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      board.scrollBy({
        left: area.left + area.width / 2 - frame.left - frame.width / 2,
        top: area.top + area.height / 2 - frame.top - frame.height / 2,
        behavior: isCalm ? "auto" : "smooth",
      });
    }
  }

  function item(index: number, words: string, current: number): HTMLElement {
    const line = document.createElement("li");
    const button = element("button", words, index < current ? "is-past" : "");
    button.dataset.to = String(index);
    if (index === current) button.setAttribute("aria-current", "step");
    line.append(button);
    return line;
  }

  function element(name: string, words: string, className: string): HTMLElement {
    const made = document.createElement(name);
    made.textContent = words;
    made.className = className;
    return made;
  }

  function list(within: HTMLElement, selector: string, items: readonly HTMLElement[]): void {
    find(within, selector).replaceChildren(...items);
  }

  addEventListener("hashchange", draw);
  addEventListener("popstate", draw);
  document.addEventListener("keydown", (event) => {
    const { path, step } = address();
    const isWriting = event.target instanceof HTMLInputElement;
    if (path === null || isWriting || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = data?.paths[path]?.steps.length ?? 0;
    const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: steps }[event.key];
    if (event.key === "Escape") go(null);
    else if (to !== undefined) go(path, Math.max(0, Math.min(to, steps)));
    else return;
    event.preventDefault();
  });
  draw();
}
