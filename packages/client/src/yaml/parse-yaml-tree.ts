import {
  type Alias,
  Composer,
  CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  Scalar,
  type YAMLMap,
} from 'yaml';
import { onOneLine, quote } from '../quote.ts';
import type { YamlReport } from './yaml-report.ts';
import { plainValue } from './plain-value.ts';
import type { YamlMember, YamlScalar, YamlTree } from './yaml-tree.ts';

/** What a file is, for messages, and how much of it is read. */
export interface YamlBounds {
  /** 'a configuration'. */
  readonly noun: string;
  /** What stands at its beginning: 'meta:'. */
  readonly begins: string;
  /** How deep collections may lie in one another: all that reads it calls itself for each. */
  readonly deepest: number;
  /** Of values, each counted as often as aliases repeat it: a few lines of aliases can stand for more than any memory holds. */
  readonly mostValues: number;
}

/** The one document of a YAML file, aliases and merges resolved; null when there is none, which is then reported. */
export function parseYamlTree(text: string, report: YamlReport, bounds: YamlBounds): YamlTree | null {
  const document = parseDocument(text, report, bounds);
  if (document === null || report.hasErrors) return null;
  const root = document.contents as Node | null;
  if (root === null || (isScalar(root) && root.source === '')) {
    report.error(0, `there is nothing in this file; it begins with \`${bounds.begins}\``);
    return null;
  }
  const tree = new TreeMaking(document, report, bounds.mostValues).treeOf(root, []);
  return report.hasErrors ? null : tree;
}

function parseDocument(
  text: string,
  report: YamlReport,
  { noun, deepest }: YamlBounds,
): Document.Parsed | null {
  // YAML allows it between brackets, and the original's reader nowhere.
  const tab = /^ *\t/m.exec(text);
  if (tab !== null) report.error(tab.index + tab[0].length - 1, 'tabs cannot be used to indent');
  const tokens = readTokens(text, report, deepest);
  if (tokens === null) return null;
  const composer = new Composer({ version: '1.1', schema: 'failsafe', uniqueKeys: false });
  const [document, second] = [...composer.compose(tokens, true, text.length)] as Document.Parsed[];
  if (second !== undefined) {
    report.error(second.range[0], `a second document begins here; ${noun} is a single one`);
  }
  for (const { pos, message } of [...(document?.errors ?? []), ...(document?.warnings ?? [])]) {
    report.error(pos[0], `not valid YAML: ${onOneLine(message, 160)}`);
  }
  return document ?? null;
}

function readTokens(text: string, report: YamlReport, deepest: number): CST.Token[] | null {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    if (CST.tokenType(lexeme) === 'tag') {
      report.error(parser.offset, 'tags (`!name`) cannot be used here; put a text in quotes instead');
    }
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > deepest) {
      report.error(parser.offset, `more than ${deepest} levels lie in one another here`);
      return null;
    }
  }
  tokens.push(...parser.end());
  return tokens;
}

class TreeMaking {
  readonly #document: Document.Parsed;
  readonly #report: YamlReport;
  readonly #mostValues: number;
  #values = 0;

  constructor(document: Document.Parsed, report: YamlReport, mostValues: number) {
    this.#document = document;
    this.#report = report;
    this.#mostValues = mostValues;
  }

  /** `within` are the nodes around it: an alias of one of them would have no end. */
  treeOf(node: Node, within: readonly Node[]): YamlTree {
    const offset = node.range?.[0] ?? 0;
    this.#values += 1;
    if (this.#values > this.#mostValues) {
      if (this.#values === this.#mostValues + 1) {
        this.#report.error(offset, `the file says more than ${this.#mostValues} values, aliases included`);
      }
      return nothingAt(offset);
    }
    if (isAlias(node)) return this.#treeOfAlias(node, offset, within);
    const around = [...within, node];
    if (isScalar(node)) return scalarOf(node, offset);
    if (isSeq(node)) {
      return { kind: 'list', offset, items: node.items.map((item) => this.treeOf(item as Node, around)) };
    }
    const members = new Map<string, YamlMember>();
    if (isMap(node)) this.#readMembers(node, members, around);
    return { kind: 'mapping', offset, members };
  }

  #treeOfAlias(alias: Alias, offset: number, within: readonly Node[]): YamlTree {
    const target = alias.resolve(this.#document) as Node | undefined;
    if (target === undefined || within.includes(target)) {
      this.#report.error(offset, `the alias ${quote(alias.source)} stands for nothing that is before it`);
      return nothingAt(offset);
    }
    return this.treeOf(target, within);
  }

  #readMembers(node: YAMLMap, members: Map<string, YamlMember>, around: readonly Node[]): void {
    const merged: YamlTree[] = [];
    for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
      const offset = key.range?.[0] ?? 0;
      const tree = value === null ? nothingAt(offset) : this.treeOf(value, around);
      if (!isScalar(key) || typeof scalarOf(key, offset).value !== 'string') {
        this.#report.error(offset, 'the name of a member has to be a text; put it in quotes');
      } else if (key.type === Scalar.PLAIN && key.source === '<<') {
        merged.push(...(tree.kind === 'list' ? tree.items : [tree]));
      } else {
        this.#add(members, String(key.value), { offset, tree });
      }
    }
    // What a mapping says itself counts, and of those it is merged with the first that says something.
    for (const tree of merged) {
      if (tree.kind !== 'mapping') this.#report.error(tree.offset, 'only mappings can be merged with `<<`');
      else for (const [name, member] of tree.members) if (!members.has(name)) members.set(name, member);
    }
  }

  #add(members: Map<string, YamlMember>, name: string, member: YamlMember): void {
    const earlier = members.get(name);
    if (earlier === undefined) members.set(name, member);
    else {
      this.#report.error(
        member.offset,
        `${quote(name)} is given twice; the first is at ${this.#report.place(earlier.offset)}`,
      );
    }
  }
}

function scalarOf(node: Scalar, offset: number): YamlScalar {
  const isPlain = node.type === Scalar.PLAIN;
  const text = isPlain ? (node.source ?? '') : String(node.value);
  return { kind: 'scalar', offset, text, value: isPlain ? plainValue(text) : text };
}

function nothingAt(offset: number): YamlScalar {
  return { kind: 'scalar', offset, text: '', value: null };
}
