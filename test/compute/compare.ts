import type { Difference } from '../differential/body-differences.ts';
import { bodyDifferences } from '../differential/body-differences.ts';
import { type Answer, jsonOf } from '../differential/exchange.ts';

/** Where two masked answers differ in what clients see. Empty when they say the same. */
export function compare(original: Answer, ours: Answer): Difference[] {
  // With another status everything else differs too; that would only hide it.
  if (original.status !== ours.status) {
    return [{ where: 'status', a: inALine(original), b: inALine(ours) }];
  }
  return [...headerDifferences(original, ours), ...bodyDifferences(bodyOf(original), bodyOf(ours))];
}

const comparedHeaders = [
  'content-type',
  'openstack-api-version',
  'x-openstack-nova-api-version',
  'vary',
  'location',
  'www-authenticate',
];
/** Headers that must be there or not, whatever they say. */
const presentHeaders = ['x-openstack-request-id', 'x-compute-request-id'];

function headerDifferences(original: Answer, ours: Answer): Difference[] {
  const found: Difference[] = [];
  const check = (name: string, a: string, b: string): void => {
    if (a !== b) found.push({ where: `header ${name}`, a, b });
  };
  const present = ({ headers }: Answer, name: string): string => (name in headers ? 'present' : 'absent');
  for (const name of comparedHeaders) {
    check(name, original.headers[name] ?? 'absent', ours.headers[name] ?? 'absent');
  }
  for (const name of presentHeaders) check(name, present(original, name), present(ours, name));
  return found;
}

/** Text where it is no JSON. */
function bodyOf(answer: Answer): unknown {
  const json = jsonOf(answer);
  return json === undefined ? answer.text : json;
}

/** An answer in a line: its status, and what it says of an error. */
export function inALine({ status, text }: Answer): string {
  const message = /"message": ?"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return `${status} ${message ?? text}`.replaceAll(/\\n|\s+/g, ' ').slice(0, 600);
}
