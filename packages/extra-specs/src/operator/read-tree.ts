import { type Document, isMap, isPair, isScalar, isSeq, type Node, Scalar as YamlScalar } from 'yaml';
import { quote } from '../quote.ts';
import type { SchemaReport } from './schema-report.ts';
import type { Member, Scalar, Tree } from './tree.ts';
import { findUnprintable } from './unprintable.ts';

/** The document as a tree; null when there is nothing in it. Of two members with the same name the second is reported. */
export function readTree(document: Document.Parsed, report: SchemaReport): Tree | null {
  const root = document.contents as Node | null;
  if (root === null || (isScalar(root) && root.source === '')) {
    report.error(0, 'there is nothing in this file; it begins with `version: 1.0`');
    return null;
  }
  return treeOf(root, report);
}

// Calls itself no deeper than the parser has let through.
function treeOf(node: Node, report: SchemaReport): Tree {
  const offset = offsetOf(node);
  if (isScalar(node)) return scalarOf(node, offset, report);
  if (isSeq(node)) {
    // In a list between brackets, `a: b` is a mapping with one member.
    const items = node.items.map((item) => treeOf(item as Node, report));
    return { kind: 'list', offset, items };
  }
  const members = new Map<string, Member>();
  for (const item of isMap(node) ? node.items : []) {
    if (!isPair(item) || !isScalar(item.key)) continue;
    const name = String(item.key.value);
    const nameOffset = offsetOf(item.key);
    // A name alone, as in `{name}`, has no value.
    const tree = item.value === null ? nothingAt(nameOffset) : treeOf(item.value as Node, report);
    const member = { offset: nameOffset, tree };
    const earlier = members.get(name);
    if (earlier === undefined) {
      members.set(name, member);
    } else {
      const line = report.lineAt(earlier.offset);
      report.error(member.offset, `${quote(name)} is given twice; the first is in line ${line}`);
    }
  }
  return { kind: 'mapping', offset, members };
}

function scalarOf(node: YamlScalar, offset: number, report: SchemaReport): Scalar {
  const isLiteral = node.type === YamlScalar.BLOCK_LITERAL;
  const isBlock = isLiteral || node.type === YamlScalar.BLOCK_FOLDED;
  // The line break at the end of a block belongs to the way of writing it.
  const text = isBlock ? (node.source ?? '').replace(/\n+$/, '') : (node.source ?? '');
  const strange = findUnprintable(text);
  if (strange !== null) report.error(offset, `${strange.name} cannot be used in a text`);
  return { kind: 'scalar', offset, value: valueOf(node, text), text, isLiteral };
}

function valueOf({ value }: YamlScalar, text: string): Scalar['value'] {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return text;
}

function nothingAt(offset: number): Scalar {
  return { kind: 'scalar', offset, value: null, text: '', isLiteral: false };
}

function offsetOf(node: Node): number {
  return node.range?.[0] ?? 0;
}
