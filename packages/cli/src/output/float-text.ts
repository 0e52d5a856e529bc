/** The shortest digits that are this number, with a point or an exponent in them always. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (value !== 0 && (exponent < -4 || exponent >= 16)) {
    const sign = exponent < 0 ? '-' : '+';
    return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const text = plainDecimal(value);
  return text.includes('.') ? text : `${text}.0`;
}

/** JavaScript goes over to exponents at other sizes than Python. */
function plainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  return value.toFixed(Math.max(0, digits.replace(/[-.]/g, '').length - 1 - Number(exponent)));
}
