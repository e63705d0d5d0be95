import type { Language } from "../../machines/domain/language.ts";

export interface AreaCode {
  /** ISO 3166-1 alpha-2, e.g. "CN". */
  iso: string;
  /** With its plus, e.g. "+86". */
  dial: string;
  name: string;
}

/** ISO code and calling code (ITU-T E.164). Names come from `Intl.DisplayNames`. */
const CALLING_CODES =
  "AC247 AD376 AE971 AF93 AG1268 AI1264 AL355 AM374 AO244 AR54 AS1684 AT43 AU61 AW297 AX358 AZ994 BA387 BB1246 BD880 " +
  "BE32 BF226 BG359 BH973 BI257 BJ229 BL590 BM1441 BN673 BO591 BQ599 BR55 BS1242 BT975 BW267 BY375 BZ501 CA1 CC61 " +
  "CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 " +
  "DM1767 DO1809 DZ213 EC593 EE372 EG20 EH212 ER291 ES34 ET251 FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1473 " +
  "GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 GT502 GU1671 GW245 GY592 HK852 HN504 HR385 HT509 " +
  "HU36 ID62 IE353 IL972 IM44 IN91 IO246 IQ964 IR98 IS354 IT39 JE44 JM1876 JO962 JP81 KE254 KG996 KH855 KI686 KM269 " +
  "KN1869 KP850 KR82 KW965 KY1345 KZ7 LA856 LB961 LC1758 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 " +
  "MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1670 MQ596 MR222 MS1664 MT356 MU230 MV960 MW265 MX52 " +
  "MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 " +
  "PK92 PL48 PM508 PR1787 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 " +
  "SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1721 SY963 SZ268 TA290 TC1649 TD235 TG228 " +
  "TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1868 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA39 VC1784 " +
  "VE58 VG1284 VI1340 VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263";

const LOCALES: Readonly<Record<Language, string>> = { zh: "zh-Hans-CN", en: "en" };

/** The main country of a code that several countries share. */
const MAIN_COUNTRY: Readonly<Record<string, string>> = {
  "+1": "US",
  "+7": "RU",
  "+39": "IT",
  "+44": "GB",
  "+47": "NO",
  "+61": "AU",
  "+212": "MA",
  "+262": "RE",
  "+290": "SH",
  "+358": "FI",
  "+590": "GP",
  "+599": "CW",
};

/** Regions that users do not search by their long name. */
const SHORT_NAMES: ReadonlySet<string> = new Set(["HK", "MO"]);

const DIALS: readonly (readonly [iso: string, dial: string])[] = CALLING_CODES.split(" ").map((entry) => [
  entry.slice(0, 2),
  `+${entry.slice(2)}`,
]);

const lists = new Map<Language, readonly AreaCode[]>();
const namers = new Map<Language, (iso: string) => string>();

function namer(language: Language): (iso: string) => string {
  const known = namers.get(language);
  if (known) return known;
  const locale = LOCALES[language];
  const long = new Intl.DisplayNames(locale, { type: "region" });
  const short = new Intl.DisplayNames(locale, { type: "region", style: "short" });
  const name = (iso: string) => (SHORT_NAMES.has(iso) ? short : long).of(iso) ?? iso;
  namers.set(language, name);
  return name;
}

/** Returns every area code with its name in `language`, in alphabetical order (Chinese by pinyin). */
export function areaCodes(language: Language): readonly AreaCode[] {
  const made = lists.get(language);
  if (made) return made;
  const name = namer(language);
  const { compare } = new Intl.Collator(LOCALES[language]);
  const list = DIALS.map(([iso, dial]) => ({ iso, dial, name: name(iso) })).sort((a, b) =>
    compare(a.name, b.name),
  );
  lists.set(language, list);
  return list;
}

/**
 * Returns the area codes that match a query by name in either language, by calling code with or without the plus, or by
 * ISO code, named in `language`. Exact codes come first, then names with a word that starts with the query. An empty
 * query returns all, with the current calling code on top. The main country of a shared code comes first.
 */
export function searchAreaCodes(query: string, language: Language, own: string): readonly AreaCode[] {
  const all = areaCodes(language);
  const wanted = fold(query);
  if (wanted === "") return ranked(all, (areaCode) => rankByDial(areaCode, own) ?? 2);
  const digits = /^\+?\d+$/.test(wanted) ? `+${wanted.replace("+", "")}` : null;
  const other = new Map(areaCodes(language === "zh" ? "en" : "zh").map(({ iso, name }) => [iso, fold(name)]));
  const hits = all.filter(({ iso, dial, name }) =>
    digits === null
      ? iso.toLowerCase() === wanted || fold(name).includes(wanted) || other.get(iso)?.includes(wanted)
      : dial.startsWith(digits),
  );
  return ranked(hits, (areaCode) => {
    const { iso, name } = areaCode;
    if (digits !== null) return rankByDial(areaCode, digits) ?? 2;
    if (iso.toLowerCase() === wanted) return 0;
    return beginsWord(fold(name), wanted) || beginsWord(other.get(iso) ?? "", wanted) ? 1 : 2;
  });
}

/** Returns 0 for the main country of a calling code, 1 for others that share it, null for all others. */
function rankByDial({ iso, dial }: AreaCode, wanted: string): 0 | 1 | null {
  if (dial !== wanted) return null;
  return iso === MAIN_COUNTRY[dial] ? 0 : 1;
}

/** Stable sort, lowest rank first. */
function ranked(list: readonly AreaCode[], rank: (areaCode: AreaCode) => number): readonly AreaCode[] {
  return list.toSorted((a, b) => rank(a) - rank(b));
}

function beginsWord(name: string, wanted: string): boolean {
  return name.startsWith(wanted) || name.includes(` ${wanted}`);
}

/** Returns the first area code with this number, e.g. "+86"; the main country if several share it. */
export function findAreaCode(dial: string, language: Language): AreaCode | null {
  const isos = DIALS.filter(([, one]) => one === dial).map(([iso]) => iso);
  const main = MAIN_COUNTRY[dial];
  const iso = isos.find((one) => one === main) ?? isos[0];
  return iso === undefined ? null : { iso, dial, name: namer(language)(iso) };
}

/** So that "Aland" finds "Åland Islands". */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}
