/** Three digits that say something: 12,300, 123, 1.23, 0.0123. Nothing where there is nothing. */
export function figure(number: number | null | undefined): string {
  if (number === null || number === undefined || !Number.isFinite(number)) return '';
  if (number === 0) return '0';
  const digits = 2 - Math.floor(Math.log10(Math.abs(number)));
  const rounded = digits >= 0 ? number : Math.round(number * 10 ** digits) / 10 ** digits;
  return rounded.toLocaleString('en', {
    minimumFractionDigits: 0,
    maximumFractionDigits: Math.max(0, digits),
  });
}

/** '1,370×' */
export function times(number: number | null | undefined): string {
  const text = figure(number);
  return text === '' ? '' : `${text}×`;
}

export function percent(share: number | null): string {
  return share === null ? '' : `${Math.round(100 * share)} %`;
}
