import type { YamlValue } from './yaml-tree.ts';

/**
 * What a word without quotes means in YAML 1.1, as PyYAML reads it: the files are the original's, and the same file must mean the
 * same for both. (In YAML 1.2 `010` is ten and `yes` is a text.)
 */
export function plainValue(word: string): YamlValue {
  if (/^(?:~|null|Null|NULL|)$/.test(word)) return null;
  if (/^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/.test(word)) return true;
  if (/^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/.test(word)) return false;
  if (timestamp.test(word)) return new Date(Number.NaN);
  return wholeNumber(word) ?? fraction(word) ?? word;
}

const timestamp =
  /^\d{4}-\d\d-\d\d$|^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/;

function wholeNumber(word: string): number | null {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(word) ?? [];
  const plain = digits.replaceAll('_', '');
  const factor = sign === '-' ? -1 : 1;
  if (/^0b[01_]+$/.test(digits)) return factor * Number(plain);
  if (/^0x[\da-fA-F_]+$/.test(digits)) return factor * Number(plain);
  if (/^0[0-7_]+$/.test(digits)) return factor * Number.parseInt(plain, 8);
  if (/^(?:0|[1-9][\d_]*)$/.test(digits)) return factor * Number(plain);
  // 1:30 is one hour and a half, in minutes.
  return /^[1-9][\d_]*(?::[0-5]?\d)+$/.test(digits) ? factor * sexagesimal(plain) : null;
}

function fraction(word: string): number | null {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/s.exec(word) ?? [];
  const plain = digits.replaceAll('_', '');
  const factor = sign === '-' ? -1 : 1;
  if (/^\d[\d_]*\.[\d_]*(?:[eE][-+]\d+)?$/.test(digits)) return factor * Number(plain);
  if (/^\.(?:inf|Inf|INF)$/.test(digits)) return factor * Number.POSITIVE_INFINITY;
  if (/^\.(?:nan|NaN|NAN)$/.test(word)) return Number.NaN;
  if (/^\.\d[\d_]*(?:[eE][-+]\d+)?$/.test(digits)) return factor * Number(plain);
  return /^\d[\d_]*(?::[0-5]?\d)+\.[\d_]*$/.test(digits) ? factor * sexagesimal(plain) : null;
}

function sexagesimal(digits: string): number {
  return digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
