// Digits of other scripts: keyboards of South Asia, of Arabic and of Japan write them, and a number typed with them is
// the same number.

/** The zeros of the scripts whose digits are read; the other nine digits follow each. */
const ZEROS = [
  0x0660, // Arabic
  0x06f0, // Urdu and Persian
  0x0966, // Devanagari
  0x09e6, // Bengali
  0x0a66, // Gurmukhi
  0x0ae6, // Gujarati
  0x0b66, // Odia
  0x0be6, // Tamil
  0x0c66, // Telugu
  0x0ce6, // Kannada
  0x0d66, // Malayalam
  0x0de6, // Sinhala
  0x0e50, // Thai
  0xff10, // full width
];
/** Marks of direction, which keyboards of Arabic and Urdu may write beside a number. */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Return a text with the digits of every script as 0 … 9; everything else stays. */
export function latinDigits(text: string): string {
  return text.replace(/[^\u0000-\u007f]/g, (each) => {
    const zero = ZEROS.find((start) => each.charCodeAt(0) >= start && each.charCodeAt(0) < start + 10);
    return zero === undefined ? each : String(each.charCodeAt(0) - zero);
  });
}

/** Return the whole number that a text is: null for an empty text, and NaN if it is none from `least` to `most`. */
export function wholeNumber(text: string, least: number, most: number): number | null {
  const written = latinDigits(text).replace(MARKS, '').trim();
  if (written === '') return null;
  const value = /^\d+$/.test(written) ? Number(written) : NaN;
  return value >= least && value <= most ? value : NaN;
}
