import type { Trial } from './trial.ts';

/** A fault with all that it takes to meet it again. */
export function describeFault(fault: string, trial: Trial, number: number, seed: string): string {
  return [
    `FAULT in trial ${number} (${trial.kind}) of seed ${seed}: ${fault}`,
    `  again: node test/malformed/run.ts --seed ${seed} --only ${number}`,
    dumped(trial),
  ].join('\n');
}

const shownBytes = 3_000;

/** What a trial does on its connection, in a form that a shell can repeat: the bytes as printf takes them. */
function dumped(trial: Trial): string {
  return trial.steps
    .map((step) => {
      if (step.do === 'wait') return `  sleep ${step.ms / 1_000}`;
      if (step.do !== 'send') return `  # ${step.do}`;
      const { bytes } = step;
      const rest =
        bytes.length > shownBytes ? ` # and ${bytes.length - shownBytes} more bytes: see --show` : '';
      return `  printf '${escaped(bytes.subarray(0, shownBytes))}'${rest}`;
    })
    .join('\n');
}

function escaped(bytes: Buffer): string {
  let text = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (character === '\r') text += '\\r';
    else if (character === '\n') text += '\\n';
    else if (character === '%') text += '%%';
    else if (character === '\\') text += '\\\\';
    else if (/[ -~]/.test(character) && character !== "'") text += character;
    else text += `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return text;
}
