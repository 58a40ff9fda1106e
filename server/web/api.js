// Asking the service. What goes wrong becomes a Problem, in the service's own words where it has any.
import { language, t } from "./i18n.js";

/** @typedef {NonNullable<import("openapi").components["schemas"]["problem"]["errors"]>[number]} Fault */
/** @typedef {{properties: Record<string, any>, required: string[]}} Schema */
/** @typedef {Omit<import("openapi").components["schemas"]["game"], "position" | "move" | "extra" | "example"> & {position: Schema, move: Schema, extra?: Schema, example: {request: Record<string, any>, answer: any}}} Entry a game in the catalogue */
/** @typedef {import("openapi").components["schemas"]["games"]} Catalogue */
/** @typedef {{signal?: AbortSignal}} Options */

export class Problem extends Error {
  /**
   * @param {number} status 0: no answer came
   * @param {{code?: string, title?: string, detail?: string, errors?: Fault[], [more: string]: any}} body
   */
  constructor(status, body) {
    super(body.detail || body.title || String(status));
    this.status = status;
    this.code = body.code ?? "";
    this.title = body.title ?? "";
    this.detail = body.detail ?? "";
    this.errors = body.errors ?? [];
    this.body = body;
  }
}

let view = new AbortController();

/** What a view asked is not wanted when it is left, though it be left before it is there. */
export function giveUp() {
  view.abort();
  view = new AbortController();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} body
 * @param {Options} options
 */
async function ask(method, path, body, options) {
  const signal = AbortSignal.any([view.signal, ...(options.signal ? [options.signal] : [])]);
  let reply, text;
  try {
    reply = await fetch(path, {
      method,
      signal,
      headers: { Accept: "application/json", "Accept-Language": language(), "Content-Type": "application/json" },
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    });
    text = await reply.text();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Problem(0, { code: "unreachable", detail: t("unreachable") });
  }
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (reply.ok && value) return value;
  // What has no title is not the service's, but of something between it and the reader.
  throw new Problem(reply.ok ? 0 : reply.status, value?.title ? value : { code: "unreachable", detail: t("unreachable") });
}

export const api = {
  /** @param {string} path @param {Options} [options] @returns {Promise<any>} */
  get: (path, options = {}) => ask("GET", path, undefined, options),
  /** @param {string} path @param {any} body JSON text, or a value @param {Options} [options] @returns {Promise<any>} */
  post: (path, body, options = {}) => ask("POST", path, body, options),
};

/**
 * A problem as people read it, with the field that each fault points to.
 * @param {any} error
 * @returns {string[]}
 */
export function problemLines(error) {
  if (!(error instanceof Problem)) return [String(error?.message ?? error)];
  if (error.errors.length) return error.errors.map((fault) => (fault.pointer ? fault.pointer + t("colon") : "") + fault.detail);
  return [[error.title, error.detail].filter((text, i, all) => text && all.indexOf(text) === i).join(t("colon"))];
}
