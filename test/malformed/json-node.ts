import { unreachable } from '@berth/engine/assert.ts';
import type { Prng } from '@berth/testing/prng.ts';

/**
 * A JSON text that can be spoilt: a tree in which anything may stand for a value or a key, and keys may repeat. Leaves
 * and keys are texts as they will be sent.
 */
export type JsonNode =
  | { readonly kind: 'leaf'; text: string }
  | { readonly kind: 'list'; items: JsonNode[] }
  | { readonly kind: 'object'; entries: [key: string, value: JsonNode][] };

export function jsonNode(value: unknown): JsonNode {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(jsonNode) };
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]): [string, JsonNode] => [
      JSON.stringify(key),
      jsonNode(item),
    ]);
    return { kind: 'object', entries };
  }
  return leaf(JSON.stringify(value));
}

const leaf = (text: string): JsonNode => ({ kind: 'leaf', text });

export function jsonText(node: JsonNode): string {
  switch (node.kind) {
    case 'leaf':
      return node.text;
    case 'list':
      return `[${node.items.map(jsonText).join()}]`;
    case 'object':
      return `{${node.entries.map(([key, value]) => `${key}:${jsonText(value)}`).join()}}`;
    default:
      return unreachable(node);
  }
}

/** The node with one thing in it made odd. */
export function spoilt(prng: Prng, root: JsonNode, odd: () => string): JsonNode {
  const node = prng.pick(nodesIn(root));
  switch (node.kind) {
    case 'leaf':
      node.text = odd();
      return root;
    case 'list':
      return spoiltList(prng, root, node, odd);
    case 'object':
      return spoiltObject(prng, root, node, odd);
    default:
      return unreachable(node);
  }
}

function nodesIn(node: JsonNode): JsonNode[] {
  switch (node.kind) {
    case 'leaf':
      return [node];
    case 'list':
      return [node, ...node.items.flatMap(nodesIn)];
    case 'object':
      return [node, ...node.entries.flatMap(([, value]) => nodesIn(value))];
    default:
      return unreachable(node);
  }
}

function spoiltList(
  prng: Prng,
  root: JsonNode,
  node: Extract<JsonNode, { kind: 'list' }>,
  odd: () => string,
): JsonNode {
  if (node === root && prng.chance(0.3)) return leaf(odd());
  const at = prng.below(node.items.length + 1);
  if (prng.chance(0.3)) node.items.splice(at, 1);
  else node.items.splice(at, prng.below(2), leaf(odd()));
  if (prng.chance(0.2)) node.items.push(...node.items);
  return root;
}

function spoiltObject(
  prng: Prng,
  root: JsonNode,
  node: Extract<JsonNode, { kind: 'object' }>,
  odd: () => string,
): JsonNode {
  if (node === root && prng.chance(0.15)) return leaf(odd());
  const at = prng.below(node.entries.length + 1);
  const entry = node.entries[at];
  const change = prng.weighted<() => void>([
    [3, () => node.entries.splice(at, 1)],
    [3, () => entry?.splice(1, 1, leaf(odd()))],
    [2, () => entry?.splice(0, 1, odd())],
    [2, () => node.entries.push([`"${prng.pick(extraKeys)}"`, leaf(odd())])],
    // The same key once more.
    [2, () => entry && node.entries.push([entry[0], leaf(odd())])],
  ]);
  change();
  return root;
}

const extraKeys = [
  '__proto__',
  'constructor',
  'toString',
  '',
  'extra',
  'name',
  'uuid',
  'generation',
  'total',
  'resources',
  'allocations',
];
