import { Composer, CST, type Document, Lexer, Parser } from 'yaml';
import { onOneLine } from '../quote.ts';
import type { SchemaReport } from './schema-report.ts';

/**
 * How deep collections may lie in one another; a schema needs seven levels. What follows calls itself for each level, and so does
 * the parser where several end at once: it is looked at after each word that the parser gets.
 */
const deepest = 20;

/**
 * Words, marks and spaces between them. A spec takes about a hundred. All that follows takes time in proportion to this number
 * (up to 7 µs each where everything is wrong), and not to the length of the file.
 */
const mostLexemes = 60_000;

/** What YAML has, and a schema does without: each is a way to say something else than what is there to be read. */
const refused: Readonly<Partial<Record<CST.TokenType, string>>> = {
  anchor: 'anchors (`&name`) cannot be used in a schema; write it out in each place',
  alias: 'aliases (`*name`) cannot be used in a schema; write it out in each place',
  tag: 'tags (`!name`) cannot be used in a schema; put a text in quotes instead',
};

/** The one document of a YAML file; null when it has none, more than one, or is no YAML, which is then reported. */
export function parseYaml(text: string, report: SchemaReport): Document.Parsed | null {
  const tokens = readTokens(text, report);
  if (tokens === null) return null;
  checkStream(tokens, report);
  if (report.hasErrors) return null;

  const composer = new Composer({ version: '1.2', schema: 'core', stringKeys: true, uniqueKeys: false });
  const [document] = [...composer.compose(tokens, true, text.length)];
  // It was asked for a document even where there is none.
  const { errors, warnings } = document as Document.Parsed;
  for (const { pos, code, message } of [...errors, ...warnings]) {
    report.error(pos[0], ownTexts[code] ?? `not valid YAML: ${onOneLine(lowerFirst(message), 160)}`);
  }
  return report.hasErrors ? null : (document as Document.Parsed);
}

function readTokens(text: string, report: SchemaReport): CST.Token[] | null {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    count += 1;
    if (count > mostLexemes) {
      report.error(parser.offset, `the file is too large: it has more than ${mostLexemes} words and marks`);
      return null;
    }
    // No scalar that is a part of something begins like one of them.
    const reason = refused[CST.tokenType(lexeme) ?? 'scalar'];
    if (reason !== undefined) report.error(parser.offset, reason);
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > deepest) {
      report.error(parser.offset - 1, `more than ${deepest} levels lie in one another here`);
      return null;
    }
  }
  tokens.push(...parser.end());
  return tokens;
}

function checkStream(tokens: readonly CST.Token[], report: SchemaReport): void {
  const [, second] = tokens.filter(({ type }) => type === 'document');
  if (second !== undefined) {
    report.error(second.offset, 'a second document begins here; a schema is a single one');
  }
  for (const token of tokens) {
    if (token.type === 'directive' && token.source.trimEnd() !== '%YAML 1.2') {
      report.error(token.offset, 'directives cannot be used in a schema, other than `%YAML 1.2`');
    }
  }
}

const ownTexts: Readonly<Record<string, string | undefined>> = {
  NON_STRING_KEY: 'the name of a member has to be a plain word',
};

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
