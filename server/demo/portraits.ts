export interface Portrait {
  background: [from: string, to: string];
  skin: string;
  hair: string;
  hairCut: "long" | "short" | "bob" | "bun" | "curly";
  clothes: string;
  glasses?: boolean;
}

const size = 240;

const hairCuts: Record<Portrait["hairCut"], { behind: string; front: string }> = {
  long: {
    behind: `<path d="M62 116c0-40 24-66 58-66s58 26 58 66v76H62z"/>`,
    front: `<path d="M73 108c4-34 22-50 49-50 25 0 41 16 45 50-26-2-45-10-55-26-6 14-20 24-39 26z"/>`,
  },
  short: {
    behind: "",
    front: `<path d="M72 108c-4-36 16-58 48-58s52 22 48 58c-6-14-12-22-18-26-20 4-44 4-62-2-6 6-12 14-16 28z"/>`,
  },
  bob: {
    behind: `<path d="M64 112c0-38 22-60 56-60s56 22 56 60v38c0 8-4 12-12 12H76c-8 0-12-4-12-12z"/>`,
    front: `<path d="M74 104c0-24 18-42 46-42s46 18 46 42H74z"/>`,
  },
  bun: {
    behind: `<circle cx="120" cy="42" r="22"/><path d="M68 118c0-40 20-66 52-66s52 26 52 66z"/>`,
    front: `<path d="M73 108c2-32 21-50 47-50s45 18 47 50c-16-4-33-14-47-30-14 16-31 26-47 30z"/>`,
  },
  curly: {
    behind: `<g><circle cx="78" cy="98" r="20"/><circle cx="162" cy="98" r="20"/><circle cx="84" cy="72" r="20"/>
      <circle cx="156" cy="72" r="20"/><circle cx="104" cy="56" r="20"/><circle cx="136" cy="56" r="20"/></g>`,
    front: `<g><circle cx="92" cy="80" r="15"/><circle cx="112" cy="72" r="15"/><circle cx="132" cy="72" r="15"/>
      <circle cx="150" cy="80" r="15"/></g>`,
  },
};

/** Returns a square SVG portrait in flat shapes. */
export function drawPortrait({ background, skin, hair, hairCut, clothes, glasses }: Portrait): string {
  const cut = hairCuts[hairCut];
  const spectacles = `<g fill="none" stroke="#3a3f4b" stroke-width="4">
    <circle cx="101" cy="116" r="14"/><circle cx="139" cy="116" r="14"/><path d="M115 114q5-4 10 0"/></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">
  <defs><linearGradient id="b" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="${background[0]}"/><stop offset="1" stop-color="${background[1]}"/>
  </linearGradient></defs>
  <rect width="${size}" height="${size}" fill="url(#b)"/>
  <circle cx="196" cy="48" r="92" fill="#fff" opacity=".12"/>
  <g fill="${hair}">${cut.behind}</g>
  <path d="M30 240c4-46 40-68 90-68s86 22 90 68z" fill="${clothes}"/>
  <path d="M102 148h36v28c0 11-8 18-18 18s-18-7-18-18z" fill="${skin}"/>
  <path d="M102 158c10 10 26 10 36 0v9c-10 9-26 9-36 0z" opacity=".12"/>
  <ellipse cx="120" cy="116" rx="46" ry="52" fill="${skin}"/>
  <g fill="${hair}">${cut.front}</g>
  <g fill="#2f3440"><circle cx="101" cy="117" r="5"/><circle cx="139" cy="117" r="5"/></g>
  <g fill="#e8705f" opacity=".25"><circle cx="88" cy="134" r="9"/><circle cx="152" cy="134" r="9"/></g>
  <path d="M106 140q14 12 28 0" fill="none" stroke="#2f3440" stroke-width="4" stroke-linecap="round"/>
  ${glasses === true ? spectacles : ""}
</svg>`;
}
