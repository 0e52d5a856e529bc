import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { ClientCommands, type Ended } from '../clients/client-commands.ts';
import { berthCommand } from './berth-command.ts';
import type { ComparedCommands } from './compared-commands.ts';

/** Debian's `openstack` and `berth`, asked the same of one cloud. */
export class BothTools {
  readonly #openstack: ClientCommands;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #compared: ComparedCommands;
  readonly #own = new Map<string, readonly [known: string, ours: string]>([['@', ['K', 'O']]]);

  constructor(t: TestContext, environment: Readonly<Record<string, string>>, compared: ComparedCommands) {
    this.#openstack = new ClientCommands(t, environment);
    this.#environment = environment;
    this.#compared = compared;
  }

  /** Two things of a kind, one for each tool, by words that mean nothing else: in commands that change something, they are called by this from now on. */
  setOwn(placeholder: string, known: string, ours: string): void {
    this.#own.set(placeholder, [known, ours]);
  }

  openstack(command: string): Promise<Ended> {
    return this.#openstack.end(['openstack', ...wordsOf(command)]);
  }

  berth(command: string): Promise<Ended> {
    return berthCommand(wordsOf(command), this.#environment);
  }

  /** What `berth` prints for a command that has to work. */
  async said(command: string): Promise<string> {
    const { status, output, complaints } = await this.berth(command);
    assert.equal(status, 0, `berth ${command}\n${complaints}`);
    return output;
  }

  /** What has to work with both, and be printed the same, in each of these formats. */
  async agree(command: string, formats: readonly string[] = ['json', 'value']): Promise<void> {
    for (const format of formats) {
      const words = withFormat(command, format);
      const [known, ours] = [await this.openstack(words), await this.berth(words)];
      assertWorked(words, known, ours);
      assert.equal(ours.output, known.output, words);
      this.#compared.note(command, format);
    }
  }

  /**
   * What is done with both tools to things of their own: `@` in the command is another word for each, as is what `setOwn` has told of. What is printed has to be
   * the same but for these, ids and times. Null for what prints nothing.
   */
  async agreeOnChange(command: string, format: string | null = 'json'): Promise<void> {
    const words = withFormat(command, format);
    const [known, ours] = [
      await this.openstack(this.#withOwn(words, 0)),
      await this.berth(this.#withOwn(words, 1)),
    ];
    assertWorked(words, known, ours);
    assert.equal(this.#alike(ours.output, 1), this.#alike(known.output, 0), words);
    this.#compared.note(command, format);
  }

  /** What neither can do, each with things of its own. */
  async agreeOnRefusal(command: string): Promise<readonly [known: string, ours: string]> {
    const [known, ours] = [
      await this.openstack(this.#withOwn(command, 0)),
      await this.berth(this.#withOwn(command, 1)),
    ];
    const complaints = `${command}\n${known.complaints}${ours.complaints}`;
    assert.deepEqual([known.status, ours.status], [1, 1], complaints);
    return [known.complaints, ours.complaints];
  }

  #withOwn(command: string, whose: 0 | 1): string {
    let words = command;
    for (const [placeholder, own] of this.#own) words = words.replaceAll(placeholder, own[whose]);
    return words;
  }

  /** Without what is another thing each time; a line that is left by a display of progress is nothing. */
  #alike(text: string, whose: 0 | 1): string {
    let alike = text.trimStart();
    for (const [placeholder, own] of this.#own)
      alike = alike.replaceAll(
        placeholder === '@' ? new RegExp(`(?<=[-_])${own[whose]}\\b`, 'gi') : own[whose],
        placeholder,
      );
    const ids = new Map<string, string>();
    return alike
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        ids.set(id, ids.get(id) ?? `ID ${ids.size}`);
        return ids.get(id) ?? id;
      })
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?/g, 'TIME')
      .replaceAll(/\b10\.0\.0\.\d+|\binstance-\d+|\br-\w{8}\b|(?<="adminPass": ")\w+|(?<="id": )\d+/g, 'MADE')
      .replaceAll(/(?:[0-9a-f]{2}:){15}[0-9a-f]{2}|(?<=-----BEGIN RSA PRIVATE KEY-----\n)[^-]+/g, 'KEY');
  }
}

function withFormat(command: string, format: string | null): string {
  return format === null ? command : `${command} -f ${format}`;
}

function assertWorked(words: string, known: Ended, ours: Ended): void {
  assert.equal(known.status, 0, `openstack ${words}\n${known.output}${known.complaints}`);
  assert.equal(ours.status, 0, `berth ${words}\n${ours.output}${ours.complaints}`);
}

/** Quotes keep blanks together, and are gone. */
function wordsOf(command: string): readonly string[] {
  return (command.match(/(?:[^\s']|'[^']*')+/g) ?? []).map((word) => word.replaceAll("'", ''));
}
