import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cutText } from '@berth/api-kit/cut-text.ts';
import { firstKeyOf, type JsonObject, Malformed, objectOf } from '@berth/api-kit/json/json-reading.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import { formatName, formatVersion } from './export-format.ts';
import type { LedgerRecords } from './ledger-records.ts';
import type { LedgerRecord, RecordCounts } from './part-records.ts';
import type { RecordSource } from './record-source.ts';

/** An export in a file, as a source of records. */
export function exportFile<Change extends KindedChange>(
  path: string,
  records: LedgerRecords<Change>,
): RecordSource {
  return {
    name: path,
    read: () => readExport(path, records),
    // The header is line 1.
    placeOf: (position) => `line ${position + 1}`,
  };
}

/** The file is no export, not of this version, or damaged. */
export class BadExport extends Error {
  constructor(path: string, line: number, what: string) {
    super(`${path}, line ${line}: ${what}`);
    this.name = 'BadExport';
  }
}

/**
 * The records in portions. Only when it has come to its end is it certain that the file is whole: whoever acts upon the records
 * has to read it once before.
 */
async function* readExport<Change extends KindedChange>(
  path: string,
  records: LedgerRecords<Change>,
): AsyncGenerator<readonly LedgerRecord[]> {
  const hash = createHash('sha256');
  const counter = records.newCounter();
  let line = 0;
  let isEnded = false;
  const fail = (what: string) => new BadExport(path, line, what);

  for await (const lines of linesOf(path)) {
    const portion: LedgerRecord[] = [];
    for (const bytes of lines) {
      line++;
      if (bytes.length > lineLengthMax) throw fail(`the line is longer than ${lineLengthMax} bytes`);
      if (isEnded) throw fail('there is more after what should be the last line');
      const json = parse(bytes, fail);
      if (line === 1) checkHeader(json, fail);
      else if (firstKeyOf(json) === 'end') {
        checkEnd(json, records.countsInExport(counter.counts), hash.digest('hex'), fail);
        isEnded = true;
        continue;
      } else {
        const record = decode(records, json, fail);
        counter.count(record);
        portion.push(record);
      }
      hash.update(bytes).update('\n');
    }
    if (portion.length > 0) yield portion;
  }
  if (!isEnded) {
    line++;
    throw fail(line === 1 ? 'the file is empty' : 'the file ends here, before its last line: it was cut off');
  }
}

/** Whole lines without their ends, as many at once as there are. What follows the last line feed counts as a line, too. */
async function* linesOf(path: string): AsyncGenerator<Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      lines.push(bytes.subarray(from, end));
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (lines.length > 0) yield lines;
    // Whoever reads the line will say so; it need not be all in memory for that.
    if (rest.length > lineLengthMax) break;
  }
  if (rest.length > 0) yield [rest];
}

/** What hangs on one provider or one consumer came in requests of at most 8 MiB, unless somebody has set more. */
const lineLengthMax = 1 << 25;

type Fail = (what: string) => BadExport;

function parse(bytes: Buffer, fail: Fail): JsonObject {
  try {
    return objectOf(JSON.parse(bytes.toString('utf8')), 'the line');
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof Malformed)) throw error;
    throw fail('this is no line of an export: it is no JSON object');
  }
}

function checkHeader(json: JsonObject, fail: Fail): void {
  if (json['format'] !== formatName)
    throw fail(`this is no export of a ledger: its format is not named '${formatName}'`);
  if (json['version'] === formatVersion) return;
  throw fail(
    `the format has version ${JSON.stringify(json['version'])} (written by ${JSON.stringify(json['written_by'])}), ` +
      `and this program reads version ${formatVersion}`,
  );
}

function checkEnd(json: JsonObject, counts: RecordCounts, digest: string, fail: Fail): void {
  if (json['sha256'] !== digest) {
    throw fail(
      `the file is damaged: its SHA-256 is ${digest}, and should be ${JSON.stringify(json['sha256'])}`,
    );
  }
  if (JSON.stringify(json['end']) !== JSON.stringify(counts)) {
    throw fail(`the counts are wrong: the file has ${JSON.stringify(counts)}`);
  }
}

function decode<Change extends KindedChange>(
  records: LedgerRecords<Change>,
  json: JsonObject,
  fail: Fail,
): LedgerRecord {
  try {
    const record = records.decode(json);
    if (record !== null) return record;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw fail(`the record is damaged: ${error.message}`);
  }
  const key = cutText(firstKeyOf(json), 100);
  throw fail(`this program knows no records that begin with '${key}': a newer one may have written the file`);
}
