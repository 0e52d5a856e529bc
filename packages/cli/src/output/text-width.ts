/** How many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  if (isAscii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character.codePointAt(0) ?? 0, character);
  return width;
}

const isAscii = /^[\x20-\x7e]*$/;

function characterWidth(code: number, character: string): number {
  if (code < 0x300) return 1;
  if (/[\p{Mn}\p{Me}]|[\u200b-\u200f\u2028-\u202e\u2060-\u2063]/u.test(character)) return 0;
  return wide.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

/** Characters that East Asian fonts, and all fonts of emoji, make twice as wide. */
const wide: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f320],
  [0x1f330, 0x1f335],
  [0x1f400, 0x1f43e],
  [0x1f600, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];
