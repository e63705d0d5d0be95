import { type Expression, type Node, SyntaxKind } from "typescript/unstable/ast";
import { isCallExpression, isStringLiteral } from "typescript/unstable/ast/is";
import { API, type Project, type Type } from "typescript/unstable/sync";
import { ROOT, sourcesIn } from "./source-files.ts";

/** The texts that the client's sources use, without the catalogue itself. */
export interface Said {
  /** Every "section.name" that the argument type of some call of `t` allows. */
  keys: ReadonlySet<string>;
  /** Every string literal used as a value. Literals in types do not count. */
  values: ReadonlySet<string>;
}

/** Reads `src` and `machines`. */
export function whatIsSaid(): Said {
  const api = new API({ cwd: ROOT });
  try {
    const config = `${ROOT}/tsconfig.json`;
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error("the compiler does not know the project");
    return read(project);
  } finally {
    api.close();
  }
}

function read({ program, checker }: Project): Said {
  const keys: Expression[] = [];
  const values = new Set<string>();
  const see = (node: Node): void => {
    if (isCallExpression(node) && isTranslate(node.expression)) keys.push(...node.arguments.slice(0, 1));
    if (isStringLiteral(node) && node.parent.kind !== SyntaxKind.LiteralType) values.add(node.text);
    node.forEachChild(see);
  };
  for (const { path } of [...sourcesIn("src"), ...sourcesIn("machines")]) {
    if (!isCatalogue(path)) program.getSourceFile(`${ROOT}/${path}`)?.forEachChild(see);
  }
  return { keys: new Set(checker.getTypeAtLocation(keys).flatMap(stringsOf)), values };
}

/** The texts themselves, and `t`, which passes on any key. */
function isCatalogue(path: string): boolean {
  return /^src\/i18n\/(en|zh|text)\b/.test(path);
}

/** `t` or `text.t` */
function isTranslate(called: Expression): boolean {
  return /(^|\.)t$/.test(called.getText());
}

function stringsOf(type: Type | undefined): string[] {
  if (type?.isUnionType()) return type.getTypes().flatMap(stringsOf);
  return type?.isStringLiteralType() ? [type.value] : [];
}
