// Moves as values: which of them agree with what was chosen so far.

/** @typedef {Record<string, any>} Move */
/** @typedef {Record<string, any>} Position */

const BESIDE = ["outcome", "grundy", "to", "text"];

/** The fields of a move alone. @param {Move} move @returns {Move} */
export const bare = (move) => Object.fromEntries(Object.entries(move).filter(([name]) => !BESIDE.includes(name) && name[0] !== "~"));

/** Null stands for anything. @param {any} value @param {any} wanted @returns {boolean} */
const agrees = (value, wanted) => wanted === null || (Array.isArray(wanted) ? Array.isArray(value) && wanted.length === value.length && wanted.every((part, i) => agrees(value[i], part)) : String(value) === String(wanted));

/** @param {Move} move @param {Move} partial */
export const fits = (move, partial) => Object.entries(partial).every(([name, wanted]) => name in move && agrees(move[name], wanted));

/** A number that is small enough to be drawn; null: it is not. @param {any} value @param {number} most */
export const small = (value, most) => (/^-?\d{1,9}$/.test(String(value)) && Math.abs(Number(value)) <= most ? Number(value) : null);

/** A number of any size, in short. @param {any} value */
export const short = (value) => {
  const text = String(value);
  return text.length <= 12 ? text : `${text.slice(0, 5)}…${text.slice(-3)} (${text.replace("-", "").length})`;
};
