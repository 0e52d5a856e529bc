import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import type { Handle } from '@berth/api-kit/service.ts';
import type { TraitName } from '@berth/engine/ids.ts';
import { openSqliteJournal } from '@berth/ledger/journal/sqlite-journal.ts';
import { ledgerOfVersion } from '@berth/placement/rows/testing/ledger-of-version.ts';
import type { Config } from '../config/settings.ts';
import { removeServingNote, writeServingNote } from '../serving/serving-note.ts';
import { flagOf } from '../config/setting.ts';
import { settingEntries, settings, settingsOfSection } from '../config/settings.ts';
import { LiveSettings } from '../serving/live-settings.ts';
import { noRules } from '../testing/no-rules.ts';
import type { OpenedCloud } from '../opening/opened-cloud.ts';
import type { ExitCode } from './command.ts';
import { dispatch } from './dispatch.ts';
import { cloudProjections } from '../cloud/stored-cloud.ts';

const directory = mkdtempSync(join(tmpdir(), 'berth-commands-'));
const stops: ((signal: string) => void)[] = [];
after(() => {
  rmSync(directory, { recursive: true });
  // A test that failed may have left its service running.
  for (const stop of stops) stop('the end of the tests');
});

describe('berth', () => {
  test('tells what it can do', async () => {
    for (const args of [['--help'], ['-h'], ['help']]) {
      const { code, printed } = await berth(args);
      assert.equal(code, 0);
      for (const name of ['serve', 'status', 'traits sync'])
        assert.match(printed, new RegExp(`^ {2}${name} `, 'm'));
    }
  });

  test('without a command tells that, too, but it is wrong usage', async () => {
    const { code, complaints, printed } = await berth([]);
    assert.deepEqual([code, printed], [2, '']);
    assert.match(complaints, /^Usage: berth COMMAND/m);
  });

  test('tells its version', async () => {
    assert.deepEqual(await berth(['--version']), {
      code: 0,
      printed: 'berth 1.2.3\n',
      complaints: '',
      opened: [],
    });
  });

  test('does not know what is no command', async () => {
    for (const [args, pattern] of [
      [['serv'], /^berth: there is no command 'serv' \(did you mean 'serve'\?\); see berth --help\n$/],
      [['traits'], /^berth: there is no command 'traits'/],
      [['--port', '1'], /^berth: there is no command '--port'/],
    ] as const) {
      const { code, complaints } = await berth(args);
      assert.equal(code, 2);
      assert.match(complaints, pattern);
    }
  });

  test('tells of each command what it does and which settings it makes use of', async () => {
    const all = settingEntries().flatMap(([, setting]) => flagOf(setting) ?? []);
    const ledger = ['--ledger', '--ledger-schema'];
    const hostFlags = settingsOfSection('host').flatMap((key) => flagOf(settings[key]) ?? []);
    const agentFlags = settingsOfSection('agent').flatMap((key) => flagOf(settings[key]) ?? []);
    const cloudFlags = ['--placement-url', '--os-cloud', '--os-cacert', '--placement-timeout'];
    const log = ['--log-level', '--log-format', '--log-file'];
    for (const [command, flags] of [
      [['serve'], all.filter((flag) => ![...hostFlags, ...agentFlags].includes(flag))],
      [['status'], [...ledger, '--lease']],
      [
        ['traits', 'sync'],
        [...ledger, '--lease', '--log-level', '--log-format'],
      ],
      [['policy'], all.filter((flag) => flag.includes('policy-'))],
      [['export'], ledger],
      [['backup'], [...ledger, ...all.filter((flag) => flag.startsWith('--keystone-'))]],
      [['restore'], ['--ledger']],
      [
        ['placement', 'migrate-compute-inventory'],
        [...ledger, '--lease', '--log-level', '--log-format', ...hostFlags],
      ],
      [['audit'], cloudFlags],
      [['heal-allocations'], cloudFlags],
      [['sync-aggregates'], cloudFlags],
      [['config', 'check'], all],
      [['import'], [...ledger, ...all.filter((flag) => flag.startsWith('--keystone-'))]],
      [
        ['host', 'run'],
        ['--shutdown-grace', ...log, ...hostFlags, ...agentFlags],
      ],
      [
        ['host', 'show'],
        [...hostFlags, ...agentFlags].filter(
          (flag) => !/^--(update-interval|tree-refresh|health-\w+)$/.test(flag),
        ),
      ],
    ] as const) {
      const { code, printed, opened } = await berth([...command, '--port', 'x', '--help']);
      assert.equal(code, 0);
      assert.match(printed, new RegExp(`^Usage: berth ${command.join(' ')} .*\\[OPTIONS\\]\n\n\\w`));
      const shown = [...printed.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag = '']) => flag);
      assert.deepEqual(
        shown.filter((flag) => all.includes(flag)),
        flags,
      );
      assert.deepEqual(opened, []);
    }
  });

  test('tells all that is wrong with the settings, and opens nothing', async () => {
    for (const command of [['serve'], ['status'], ['traits', 'sync']]) {
      const { code, complaints, opened } = await berth([...command, '--port', 'x', '--what']);
      assert.equal(code, 2);
      assert.equal(
        complaints,
        `berth: --what: there is no such option\nberth: --port: must be a whole number from 0 to 65535, not 'x'\nSee berth ${command.join(' ')} --help.\n`,
      );
      assert.deepEqual(opened, []);
    }
  });

  test('tells why something failed, with its causes', async () => {
    for (const command of [['serve'], ['traits', 'sync']]) {
      const { code, complaints } = await berth(command, {
        open: () => Promise.reject(new Error('cannot open', { cause: new Error('disk is full') })),
      });
      assert.equal(code, 1);
      assert.equal(complaints, 'berth: cannot open\nberth: disk is full\n');
    }
  });
});

describe('berth audit', () => {
  const where = ['--placement-url', 'http://127.0.0.1:9', '--compute-url', 'http://127.0.0.1:9'];

  test('ends with the statuses of the original where it is called wrongly', async () => {
    for (const [args, complaint] of [
      [['--yes'], '--yes: goes with --fix only'],
      [['--settle', 'soon'], '--settle: must be'],
      [['--concurrency', '0'], '--concurrency: must be'],
      [['--compute-url', 'nova'], '--compute-url: must be'],
      [[], 'no way to Nova: '],
    ] as const) {
      for (const name of [['audit'], ['placement', 'audit']]) {
        const { code, complaints } = await berth([...name, ...args]);
        assert.deepEqual([code, complaints.includes(complaint)], [127, true], complaints);
      }
    }
  });

  test('fails where nobody answers', async () => {
    const { code, complaints } = await berth(['audit', ...where], { environment: { OS_TOKEN: 'admin' } });
    assert.equal(code, 1);
    assert.match(complaints, /^berth: GET http:\/\/127\.0\.0\.1:9\/v2\.1\/os-services/);
  });
});

describe('berth serve', () => {
  test('serves until it is told to end, finishes what it has accepted, and then closes the ledger', async () => {
    const events: string[] = [];
    const served = serve({
      handle: async () => {
        events.push('asked');
        await sleep(100);
        events.push('answered');
        return { status: 200, headers: {}, body: 'ok' };
      },
      onClose: () => events.push('closed'),
    });
    const url = await served.ready;
    const response = fetch(`${url}/slow`);
    await until(() => events.length > 0);
    served.stop('SIGTERM');
    assert.equal(await (await response).text(), 'ok');
    assert.equal(await served.code, 0);
    assert.deepEqual(events, ['asked', 'answered', 'closed']);
    await assert.rejects(fetch(url));
    assert.deepEqual(
      served.lines().map(({ level, msg }) => `${level} ${msg}`),
      ['info ready', 'info stopping', 'info request', 'info stopped'],
    );
  });

  test('says where it serves, and how', async () => {
    const served = serve({});
    await served.ready;
    const [ready] = served.lines();
    assert.match(ready?.url ?? '', /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(ready?.ledger, ':memory:');
    assert.equal(ready?.auth, 'noauth2');
    served.stop('SIGINT');
    assert.equal(await served.code, 0);
  });

  test('is bound by its settings', async () => {
    const served = serve({ args: ['--body-limit', '3', '--no-metrics', '--log-level', 'debug'] });
    const url = await served.ready;
    const post = (body: string): Promise<Response> => fetch(url, { method: 'POST', body });
    assert.equal((await post('abc')).status, 200);
    const refused = await post('abcd');
    assert.equal(refused.status, 413);
    const { errors } = (await refused.json()) as { errors: { title: string; request_id: string }[] };
    assert.equal(errors[0]?.title, 'Request Entity Too Large');
    assert.equal(errors[0]?.request_id, refused.headers.get('x-openstack-request-id'));
    assert.equal((await fetch(`${url}/metrics`)).headers.get('content-type'), null);
    assert.equal(served.lines()[0]?.origins?.['bodyLimitBytes'], '--body-limit');
    served.stop('SIGTERM');
    await served.code;
  });

  test('never logs a secret among its settings', async () => {
    const environment = { BERTH_KEYSTONE_PASSWORD: 'hunter2' };
    const served = serve({ args: ['--log-level', 'trace'], environment });
    await served.ready;
    served.stop('SIGTERM');
    await served.code;
    assert.doesNotMatch(JSON.stringify(served.lines()), /hunter2/);
  });

  test('ends by itself, as failed, when the ledger can no longer be written', async () => {
    const failed = Promise.withResolvers<unknown>();
    const events: string[] = [];
    const served = serve({ failed: failed.promise, onClose: () => events.push('closed') });
    await served.ready;
    failed.resolve(new Error('disk is gone'));
    assert.equal(await served.code, 1);
    assert.deepEqual(events, ['closed']);
    const fatal = served.lines().find(({ level }) => level === 'fatal');
    assert.equal(fatal?.err?.message, 'disk is gone');
  });

  test('closes the ledger when it cannot listen', async () => {
    const first = serve({});
    const port = new URL(await first.ready).port;
    const events: string[] = [];
    const second = serve({ args: ['--port', port], onClose: () => events.push('closed') });
    assert.equal(await second.code, 1);
    assert.match(second.complaints(), /^berth: listen EADDRINUSE/);
    assert.deepEqual(events, ['closed']);
    first.stop('SIGTERM');
    await first.code;
  });
});

describe('berth status', () => {
  test('tells what is in a ledger that nobody has open, and that it is in order', async () => {
    const ledger = join(directory, 'free.db');
    openSqliteJournal(ledger, cloudProjections).close();
    const { code, printed, complaints } = await berth(['status', '--ledger', ledger]);
    assert.deepEqual([code, complaints], [0, '']);
    assert.match(
      printed,
      /^.*free\.db: schema placement 2, compute 4, identity 3, images 1, change 0\n[^]*\nin order\n$/,
    );
  });

  test('finds a gap in the journal, and changes that are not what was committed', async () => {
    const ledger = join(directory, 'gap.db');
    const journal = openSqliteJournal(ledger, cloudProjections);
    for (const name of ['CUSTOM_A', 'CUSTOM_B', 'CUSTOM_C', 'CUSTOM_D'])
      journal.append([{ kind: 'trait-added', trait: { name: name as TraitName, createdAt: 1 } }], 1);
    journal.close();
    const database = new DatabaseSync(ledger);
    database.exec(`delete from changes where number = 2; update changes set at = 2 where number = 4`);
    database.close();
    const { code, complaints } = await berth(['status', '--ledger', ledger]);
    assert.equal(code, 1);
    assert.match(complaints, /Change 3 comes after change 1: there is a gap\./);
    assert.match(complaints, /Changes 4 to 4 are not what was committed on top of change 3\./);
  });

  test('tells it as JSON, too', async () => {
    const ledger = join(directory, 'json.db');
    openSqliteJournal(ledger, cloudProjections).close();
    const { code, printed, complaints } = await berth(['status', '--json', '--ledger', ledger]);
    assert.deepEqual([code, complaints], [0, '']);
    const shown = JSON.parse(printed) as Record<string, unknown>;
    assert.deepEqual(
      { ...shown, counts: Object.keys(shown['counts'] as object).slice(0, 9) },
      {
        ledger,
        schema: 2,
        parts: {
          placement: { schema: 2 },
          compute: { schema: 4 },
          identity: { schema: 3 },
          images: { schema: 1 },
        },
        change: 0,
        in_order: true,
        counts: [
          'resource_classes',
          'traits',
          'providers',
          'inventories',
          'provider_traits',
          'provider_aggregates',
          'consumers',
          'allocations',
          'number_series',
        ],
        problems: [],
        remarks: [],
        repairable: 0,
        repaired: 0,
      },
    );
  });

  test('mends what the changes tell otherwise', async () => {
    const ledger = ledgerOfVersion(2, join(directory, 'phantom.db'));
    openSqliteJournal(ledger, cloudProjections).close();
    const phantom = new DatabaseSync(ledger);
    phantom.exec(`insert into allocations select consumer_created_at, consumer_id, provider_id, 'MEMORY_MB', 3
      from allocations where resource_class = 'VCPU' and provider_id like 'a0%'`);
    phantom.close();
    const found = await berth(['status', '--ledger', ledger]);
    assert.equal(found.code, 1);
    assert.match(found.complaints, /it holds 1 VCPU of \S+, 3 MEMORY_MB of \S+, and was given 1 VCPU/);
    assert.match(found.complaints, /berth status --repair mends 1 of them/);
    const mended = await berth(['status', '--repair', '--ledger', ledger]);
    assert.equal(mended.code, 0, mended.complaints);
    assert.match(mended.printed, /^1 repaired\nin order$/m);
    assert.equal((await berth(['status', '--ledger', ledger])).code, 0);
  });

  test('asks the service that has the ledger open whether it can serve, and nobody else', async () => {
    const ledger = join(directory, 'held.db');
    const journal = openSqliteJournal(ledger, cloudProjections);
    const healthProblems: string[] = [];
    const served = serve({ healthProblems });
    const url = await served.ready;
    const { port } = new URL(url);
    // Somebody listens on the port of the settings, but holds another ledger.
    const ask = (...args: string[]) => berth(['status', '--ledger', ledger, '--port', port, ...args]);
    const unknown = await ask();
    assert.equal(unknown.code, 1);
    assert.match(unknown.complaints, /^It has not said where it serves/);
    writeServingNote(ledger, { pid: process.pid + 1, url });
    assert.match((await ask()).complaints, /^It has not said where it serves/);

    writeServingNote(ledger, { pid: process.pid, url: `http://0.0.0.0:${port}` });
    const healthy = await ask('--port', '1');
    assert.equal(healthy.code, 0);
    assert.ok(healthy.printed.endsWith(`\nhttp://127.0.0.1:${port}: OK\n`), healthy.printed);

    healthProblems.push('the ledger is closed');
    const ill = await ask();
    assert.deepEqual([ill.code, ill.complaints], [1, `http://127.0.0.1:${port}: the ledger is closed\n`]);
    assert.deepEqual(JSON.parse((await ask('--json')).printed), {
      ledger,
      held_by: `process ${process.pid}`,
      service: { url: `http://127.0.0.1:${port}`, healthy: false, says: ['the ledger is closed'] },
    });

    served.stop('SIGTERM');
    await served.code;
    const gone = await ask();
    assert.equal(gone.code, 1);
    assert.match(gone.complaints, new RegExp(`^berth: http://127\\.0\\.0\\.1:${port}: nobody answers\n`));
    removeServingNote(ledger, process.pid);
    assert.match((await ask()).complaints, /^It has not said where it serves/);
    journal.close();
  });
});

describe('berth config check', () => {
  const args = ['config', 'check', '--port', '9', '--ledger', 'postgres://u@db.example/berth'];

  test('tells what is in force and where it comes from, without secrets', async () => {
    const { code, printed, complaints } = await berth(args);
    assert.deepEqual([code, complaints], [0, '']);
    assert.equal(
      printed,
      'server.port  9  (--port)\nledger.path  postgres://db.example/berth  (--ledger)\nthe settings are in order\n',
    );
    const all = await berth([...args, '--all']);
    assert.match(all.printed, /^server\.host +127\.0\.0\.1 {2}\(default\)$/m);
    assert.match(all.printed, /^keystone\.password +\(not set\) {2}\(default\)$/m);
    assert.deepEqual(JSON.parse((await berth([...args, '--json'])).printed), {
      settings: {
        'server.port': { value: '9', origin: '--port' },
        'ledger.path': { value: 'postgres://db.example/berth', origin: '--ledger' },
      },
      warnings: [],
    });
    assert.match((await berth(['config', 'check'])).printed, /^everything is as built in\n/);
  });

  test('tells what is wrong, and ends as berth serve would', async () => {
    const wrong = await berth(['config', 'check', '--port', 'x', '--auth-strategy', 'keystone']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.complaints, /^berth: --port: must be a whole number/);
    const policy = await berth(['config', 'check', '--policy-file', 'policy.yaml'], {
      readText: () => '"a": ((',
    });
    assert.equal(policy.code, 2);
    assert.match(policy.complaints, /policy\.yaml/);
    const ofCompute = await berth(['config', 'check', '--compute-policy-file', 'compute.yaml'], {
      readText: () => '"a": ((',
    });
    assert.equal(ofCompute.code, 2);
    assert.match(ofCompute.complaints, /^berth: --compute-policy-file: .*compute\.yaml/);
  });
});

describe('berth policy', () => {
  const files = ['--policy-file', 'policy.yaml', '--compute-policy-file', 'compute.yaml'];
  const readText = (path: string) =>
    path === 'policy.yaml' ? '"placement:traits:list": "role:a"' : '"context_is_admin": "role:b"';

  test("shows Placement's rules, and what is about the whole ledger", async () => {
    const { code, printed, complaints } = await berth(['policy', ...files], { readText });
    assert.deepEqual([code, complaints], [0, '']);
    assert.match(printed, /^# set in policy\.yaml:1\n"placement:traits:list": "role:a"$/m);
    assert.match(printed, /^"berth:changes:list": /m);
    assert.doesNotMatch(printed, /os_compute_api|compute\.yaml/);
  });

  test("shows compute's, whatever is wrong with the other file", async () => {
    const { code, printed, complaints } = await berth(['policy', '--compute', ...files], {
      readText: (path) => (path === 'policy.yaml' ? '((' : readText(path)),
    });
    assert.deepEqual([code, complaints], [0, '']);
    assert.match(printed, /^# set in compute\.yaml:1\n"context_is_admin": "role:b"$/m);
    assert.match(printed, /^"os_compute_api:os-flavor-manage:create": "rule:context_is_admin"$/m);
    assert.doesNotMatch(printed, /"placement:/);
  });
});

describe('berth traits sync', () => {
  test('says what was new', async () => {
    const sync = (...seeded: string[]) =>
      berth(['traits', 'sync', '--ledger', 'l.db'], { open: (config) => opened(config, { seeded }) });
    assert.deepEqual(await sync('VCPU', 'HW_NUMA_ROOT'), {
      code: 0,
      printed: 'VCPU\nHW_NUMA_ROOT\nl.db: 2 traits and classes added\n',
      complaints: '',
      opened: ['l.db', 'closed'],
    });
    assert.equal((await sync()).printed, 'l.db: nothing new\n');
  });
});

interface Fakes {
  readonly handle?: Handle;
  readonly seeded?: readonly string[];
  readonly failed?: Promise<unknown>;
  readonly healthProblems?: readonly string[];
  readonly onClose?: () => void;
}

function opened(config: Config, fakes: Fakes): Promise<OpenedCloud> {
  return Promise.resolve({
    handle: fakes.handle ?? (() => ({ status: 200, headers: {}, body: null })),
    live: new LiveSettings(config, noRules, () => ''),
    metricsSource: { gauges: () => ({}), onCommit: () => {} },
    seeded: fakes.seeded ?? [],
    failed: fakes.failed ?? new Promise(() => {}),
    healthProblems: () => fakes.healthProblems ?? [],
    remarks: () => [],
    announce: () => Promise.resolve(),
    close: () => fakes.onClose?.(),
  });
}

interface Outcome {
  readonly code: ExitCode;
  readonly printed: string;
  readonly complaints: string;
  /** The ledgers that were opened, and 'closed' for each that was closed. */
  readonly opened: readonly string[];
}

async function berth(
  args: readonly string[],
  {
    open = opened,
    readText = () => '',
    environment = {},
  }: {
    readonly open?: (config: Config, fakes: Fakes) => Promise<OpenedCloud>;
    readonly readText?: (path: string) => string;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<Outcome> {
  let [printed, complaints] = ['', ''];
  const ledgers: string[] = [];
  const code = await dispatch(
    {
      args,
      environment,
      readText,
      print: (text) => {
        printed += `${text}\n`;
      },
      complain: (text) => {
        complaints += `${text}\n`;
      },
      openCloud: async (config) => {
        ledgers.push(config.ledgerPath.path);
        const placement = await open(config, {});
        return { ...placement, close: () => void ledgers.push('closed') };
      },
      stopSignal: () => new Promise(() => {}),
      logTarget: { write: () => {}, isTerminal: false },
    },
    '1.2.3',
  );
  return { code, printed, complaints, opened: ledgers };
}

interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly url?: string;
  readonly ledger?: string;
  readonly auth?: string;
  readonly origins?: Readonly<Record<string, string>>;
  readonly err?: { readonly message: string };
}

function serve(
  options: Fakes & { readonly args?: readonly string[]; readonly environment?: Record<string, string> },
) {
  const stopped = Promise.withResolvers<string>();
  stops.push(stopped.resolve);
  const ready = Promise.withResolvers<string>();
  const lines: LogLine[] = [];
  let complaints = '';
  const code = dispatch(
    {
      args: ['serve', '--ledger', ':memory:', '--port', '0', ...(options.args ?? [])],
      environment: options.environment ?? {},
      readText: () => '',
      print: () => {},
      complain: (text) => {
        complaints += `${text}\n`;
      },
      openCloud: (config) => opened(config, options),
      stopSignal: () => stopped.promise,
      logTarget: {
        isTerminal: false,
        write: (line) => {
          const parsed = JSON.parse(line) as LogLine;
          lines.push(parsed);
          if (parsed.msg === 'ready') ready.resolve(parsed.url ?? '');
        },
      },
    },
    '1.2.3',
  );
  return {
    code,
    ready: ready.promise,
    stop: stopped.resolve,
    lines: () => lines,
    complaints: () => complaints,
  };
}

function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}
