import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { ClientCommands, type Ended } from '../clients/client-commands.ts';
import { berthCommand } from './berth-command.ts';

/** Debian's `openstack` and `berth`, asked the same of one cloud. */
export class BothTools {
  readonly #openstack: ClientCommands;
  readonly #environment: Readonly<Record<string, string>>;

  constructor(t: TestContext, environment: Readonly<Record<string, string>>) {
    this.#openstack = new ClientCommands(t, environment);
    this.#environment = environment;
  }

  openstack(command: string): Promise<Ended> {
    return this.#openstack.end(['openstack', ...wordsOf(command)]);
  }

  berth(command: string): Promise<Ended> {
    return berthCommand(wordsOf(command), this.#environment);
  }

  /** What has to work with both, and be printed the same, in each of these formats. */
  async agree(command: string, formats: readonly string[] = ['json', 'value']): Promise<void> {
    for (const format of formats) {
      const words = `${command} -f ${format}`;
      const [known, ours] = [await this.openstack(words), await this.berth(words)];
      assert.equal(known.status, 0, `openstack ${words}\n${known.complaints}`);
      assert.equal(ours.status, 0, `berth ${words}\n${ours.complaints}`);
      assert.equal(ours.output, known.output, words);
    }
  }

  /**
   * What changes something, done with both tools to things of their own: `@` in the command is another word for each. What is printed
   * has to be the same but for ids, times and that word.
   */
  async agreeOnChange(command: string, format: string | null = 'json'): Promise<void> {
    const words = format === null ? command : `${command} -f ${format}`;
    const known = await this.openstack(words.replaceAll('@', 'K'));
    const ours = await this.berth(words.replaceAll('@', 'O'));
    assert.equal(known.status, 0, `openstack ${words}\n${known.output}${known.complaints}`);
    assert.equal(ours.status, 0, `berth ${words}\n${ours.output}${ours.complaints}`);
    assert.equal(alike(ours.output, 'O'), alike(known.output, 'K'), words);
  }

  /** What neither can do. */
  async agreeOnRefusal(command: string): Promise<readonly [known: string, ours: string]> {
    const [known, ours] = [await this.openstack(command), await this.berth(command)];
    assert.deepEqual(
      [known.status, ours.status],
      [1, 1],
      `${command}\n${known.complaints}${ours.complaints}`,
    );
    return [known.complaints, ours.complaints];
  }
}

/** Quotes keep blanks together, and are gone. */
function wordsOf(command: string): readonly string[] {
  return (command.match(/(?:[^\s']|'[^']*')+/g) ?? []).map((word) => word.replaceAll("'", ''));
}

/** Without what is another thing each time; a line that is left by a display of progress is nothing. */
function alike(text: string, who: string): string {
  return text
    .trimStart()
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?/g, 'TIME')
    .replaceAll(/\b10\.0\.0\.\d+|\binstance-\d+|\br-\w{8}\b|(?<="adminPass": ")\w+|(?<="id": )\d+/g, 'MADE')
    .replaceAll(new RegExp(`(?<=[-_])${who}\\b`, 'gi'), 'WHO');
}
