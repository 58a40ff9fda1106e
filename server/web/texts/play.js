// What the board says.
export const texts = { en: {}, zh: {} };
