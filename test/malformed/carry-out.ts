import { setTimeout as sleep } from 'node:timers/promises';
import { unreachable } from '@berth/engine/assert.ts';
import { faultOf } from './judge.ts';
import type { Asked, Expectation, Trial } from './trial.ts';
import { GarbledAnswer, Wire, type WireAnswer } from './wire.ts';

/** What came of a trial. */
export interface Outcome {
  /** Of the answers in their order; what was there instead, where there was none. */
  readonly statuses: readonly string[];
  /** Null if all was as it has to be. */
  readonly fault: string | null;
  /** From the last byte that was sent to the end of the last answer that was expected. */
  readonly ms: number;
  /** Whether something that may change the world was not refused. */
  readonly mayHaveWritten: boolean;
}

/** Nothing takes so long, not even on a busy machine. */
const answerWithinMs = 60_000;
/** So long a server may say nothing more after an answer that may or may not be its last. */
const quietMs = 30;

/** Somebody who tries things on one server; keeps the connection as long as it is good. */
export class Client {
  readonly #port: number;
  #wire: Wire | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  async carryOut(trial: Trial): Promise<Outcome> {
    const wire = this.#wireFor(trial);
    try {
      for (const step of trial.steps) {
        if (step.do === 'send') wire.send(step.bytes);
        else if (step.do === 'wait') await sleep(step.ms);
        else if (step.do === 'end') wire.end();
        else wire.abort();
      }
      const startedAt = performance.now();
      const outcome = await outcomeOf(wire, trial.expects);
      // What else comes belongs to nothing that follows.
      if (outcome.fault !== null) wire.close();
      return { ...outcome, ms: performance.now() - startedAt };
    } catch (error) {
      if (!(error instanceof GarbledAnswer)) throw error;
      wire.close();
      return { statuses: ['garbled'], fault: error.message, ms: 0, mayHaveWritten: true };
    } finally {
      this.#keep(wire, trial);
    }
  }

  close(): void {
    this.#wire?.close();
    this.#wire = null;
  }

  /** Only ordinary requests share a connection: what goes before must not decide how a trial ends. */
  #wireFor(trial: Trial): Wire {
    if (!isOrdinary(trial) || this.#wire?.isOpen !== true) {
      this.#wire?.close();
      this.#wire = new Wire(this.#port);
    }
    return this.#wire;
  }

  #keep(wire: Wire, trial: Trial): void {
    if (isOrdinary(trial) && wire.isOpen) return;
    wire.close();
    if (this.#wire === wire) this.#wire = null;
  }
}

function isOrdinary({ expects, steps }: Trial): boolean {
  return expects.kind === 'answers' && steps.length === 1;
}

type Judged = Omit<Outcome, 'ms'>;

function outcomeOf(wire: Wire, expects: Expectation): Promise<Judged> {
  switch (expects.kind) {
    case 'answers':
      return expectAnswers(wire, expects.asked);
    case 'some-answer':
      return expectSomeAnswer(wire);
    case 'refusal':
      return expectRefusal(wire);
    case 'timeout':
      return expectTimeout(wire);
    case 'nothing':
      return Promise.resolve({ statuses: ['-'], fault: null, mayHaveWritten: false });
    default:
      return unreachable(expects);
  }
}

async function expectAnswers(wire: Wire, asked: readonly Asked[]): Promise<Judged> {
  const statuses: string[] = [];
  let mayHaveWritten = false;
  for (const each of asked) {
    const answer = await wire.answer(each.method === 'HEAD', answerWithinMs);
    statuses.push(statusOf(answer));
    if (typeof answer === 'string') {
      const fault = `answer ${statuses.length} of ${asked.length} did not come: ${answer}`;
      return { statuses, fault, mayHaveWritten: true };
    }
    mayHaveWritten ||= isSuccess(answer) && !isHarmless(each, answer);
    const fault = faultOf(answer, each);
    if (fault !== null) return { statuses, fault: `${fault}\n${shown(answer)}`, mayHaveWritten: true };
    if (answer.headers.get('connection') === 'close') wire.end();
  }
  const fault = wire.hasMore ? 'there were more answers than requests' : null;
  return { statuses, fault, mayHaveWritten };
}

function isHarmless({ method, target }: Asked, { status }: WireAnswer): boolean {
  if (!['POST', 'PUT', 'DELETE'].includes(method)) return true;
  // It was there already.
  return method === 'PUT' && status === 204 && /^\/(traits|resource_classes)\//.test(target);
}

async function expectSomeAnswer(wire: Wire): Promise<Judged> {
  const statuses: string[] = [];
  let mayHaveWritten = false;
  for (;;) {
    const answer = await wire.answer(false, statuses.length === 0 ? answerWithinMs : quietMs);
    if (typeof answer === 'string') {
      const fault = statuses.length === 0 ? `there was no answer: ${answer}` : null;
      return { statuses: fault === null ? statuses : [answer], fault, mayHaveWritten };
    }
    statuses.push(statusOf(answer));
    mayHaveWritten ||= isSuccess(answer);
    const fault = faultOf(answer, null);
    if (fault !== null) return { statuses, fault: `${fault}\n${shown(answer)}`, mayHaveWritten: true };
  }
}

async function expectRefusal(wire: Wire): Promise<Judged> {
  const answer = await wire.answer(false, answerWithinMs);
  const judged = (fault: string | null): Judged => ({
    statuses: [statusOf(answer)],
    fault,
    mayHaveWritten: fault !== null,
  });
  if (typeof answer === 'string') return judged(`there was no answer: ${answer}`);
  const fault = faultOf(answer, null);
  if (fault !== null) return judged(`${fault}\n${shown(answer)}`);
  if (answer.status < 400) return judged(`taken for a request\n${shown(answer)}`);
  const rest = await wire.answer(false, answerWithinMs);
  return judged(rest === 'closed' ? null : 'the server went on after bytes that it cannot understand');
}

/** Who says no without the body says it at once; in any case it is the only answer, and the end. */
async function expectTimeout(wire: Wire): Promise<Judged> {
  const answer = await wire.answer(false, answerWithinMs);
  const statuses = [statusOf(answer)];
  if (typeof answer === 'string')
    return { statuses, fault: `there was no answer: ${answer}`, mayHaveWritten: true };
  const fault = faultOf(answer, null);
  if (fault !== null) return { statuses, fault: `${fault}\n${shown(answer)}`, mayHaveWritten: true };
  if (isSuccess(answer)) return { statuses, fault: 'half a body was taken for one', mayHaveWritten: true };
  const rest = await wire.answer(false, answerWithinMs);
  const isOver = rest === 'closed';
  return {
    statuses,
    fault: isOver ? null : 'the server waits for the rest for ever, or answers twice',
    mayHaveWritten: false,
  };
}

const isSuccess = ({ status }: WireAnswer): boolean => status < 300;
const statusOf = (answer: WireAnswer | string): string =>
  typeof answer === 'string' ? answer : `${answer.status}`;

function shown({ status, headers, body }: WireAnswer): string {
  const lines = [...headers].map(([name, value]) => `  ${name}: ${value}`);
  return [`  ${status}`, ...lines, `  ${body.toString().slice(0, 1_000)}`].join('\n');
}
