import * as v from "valibot";

/**
 * Describes the error as a sentence about its field: "user.password must be its md5". It never contains the received
 * value, which may be a password. Schemas word their own checks and patterns.
 */
export function sentenceOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? "the body";
  const missing = issue.kind === "schema" && (issue.input === undefined || issue.input === null);
  return `${field} ${missing ? "is empty" : complaintOf(issue)}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  instance: "protobuf",
};

function complaintOf({ type, requirement, expected, input, message }: Issue): string {
  const kind = kinds[type];
  if (kind !== undefined) return `must be ${kind}`;
  switch (type) {
    case "picklist":
      return `must be one of ${(expected ?? "").replace(/[()]/g, "").replaceAll(" | ", ", ")}`;
    case "integer":
    case "safe_integer":
      return "must be a whole number";
    case "min_value":
      return `must be at least ${requirement}`;
    case "max_value":
      return `must be at most ${requirement}`;
    case "min_length":
    case "non_empty":
      return "is empty";
    case "max_length":
      return `must have at most ${requirement} ${Array.isArray(input) ? "entries" : "characters"}`;
    default:
      return message;
  }
}

type Issue = v.BaseIssue<unknown> & { readonly requirement?: unknown };
