// The numbers of a position, and rows of CSV.

/** The integers of a position: JSON Pointers and what stands there. @param {any} value @returns {[string, number | string][]} */
export function integers(value, at = "") {
  if (typeof value === "number") return [[at, value]];
  if (typeof value === "string") return /^-?\d+$/.test(value) ? [[at, value]] : [];
  if (!value || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, item]) => integers(item, `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`));
}

/** A copy in which other values stand at the pointers. @param {any} position @param {[string, any][]} values */
export function put(position, values) {
  const copy = structuredClone(position);
  for (const [pointer, value] of values) {
    const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    let place = copy;
    for (const name of names.slice(0, -1)) place = place?.[name];
    if (place && typeof place === "object") place[names[names.length - 1]] = value;
  }
  return copy;
}

/** @param {any} position @param {string} pointer */
export const valueAt = (position, pointer) => new Map(integers(position)).get(pointer);

/** A row of CSV (RFC 4180). @param {any[]} cells */
export const csvRow = (cells) => cells.map((cell) => String(cell ?? "").replace(/^([=@\t\r]|[+-](?!\d*$))/, "'$1")).map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",") + "\r\n";
