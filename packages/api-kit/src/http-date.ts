/** A date for a header; consecutive answers mostly show the same second, so the last one is kept. */
export function httpDate(instant: number): string {
  const second = Math.floor(instant / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}

let lastSecond = Number.NaN;
let lastDate = '';
