import type { Steps } from '@berth/api-kit/in-turns.ts';
import { turns } from '@berth/api-kit/turns.ts';

/** Work in steps, most of which is short: what is done within a few milliseconds is done at once, and the rest in turns with everybody else's. */
export function inPieces<Result>(steps: Steps<Result>): Result | Promise<Result> {
  const piece = next(steps);
  return piece.isDone ? piece.result : untilDone(steps);
}

async function untilDone<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await turns.next();
    const piece = next(steps);
    if (piece.isDone) return piece.result;
  }
}

type Piece<Result> = { readonly isDone: true; readonly result: Result } | { readonly isDone: false };

function next<Result>(steps: Steps<Result>): Piece<Result> {
  const end = performance.now() + pieceMs;
  do {
    const step = steps.next();
    if (step.done) return { isDone: true, result: step.value };
  } while (performance.now() < end);
  return { isDone: false };
}

const pieceMs = 4;
