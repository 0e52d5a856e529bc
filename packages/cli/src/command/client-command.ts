import type { Cloud } from '../asking/cloud.ts';
import type { Service } from '../asking/service.ts';
import type { Output } from '../output/render-output.ts';
import type { Cell } from '../output/value.ts';
import type { Taken, TakenBy } from './option.ts';

/** The services that have commands. */
export type ServiceName = 'placement' | 'compute';

/**
 * A command that asks services of a cloud. Its arguments, help, documents and completion are made from this; the words that call it and its summary stand in
 * `command-table.ts`.
 */
export interface ClientCommand {
  /** What it does, where its summary does not say all. */
  readonly description?: string;
  /** The service it is about, which is found and whose version is settled before it runs; null for none. */
  readonly service: ServiceName | null;
  /** The first version of the service that has it. */
  readonly since?: string;
  readonly takes: Readonly<Record<string, Taken<unknown>>>;
  readonly options: Readonly<Record<string, Taken<unknown>>>;
  readonly output: 'list' | 'one' | 'none';
  /** Titles with the version they begin or end with, for documents; empty where they follow from what is shown. */
  readonly columns: readonly ColumnNote[];
  run(call: Call<unknown>): Promise<Output | null>;
}

export interface ColumnNote {
  readonly title: string;
  readonly since?: string;
  readonly until?: string;
  readonly isLong?: true;
}

/** One call of a command. */
export interface Call<Values> {
  readonly values: Values;
  /** All options in the order in which they were written: in some commands it matters. */
  readonly given: readonly GivenOption[];
  /** Titles that were asked for; empty: the usual ones. */
  readonly columns: readonly string[];
  readonly service: Service;
  readonly cloud: Cloud;
  readonly outside: Outside;
}

export interface GivenOption {
  readonly name: string;
  readonly text: string;
}

/** What a command has to do with the outside, beside services. */
export interface Outside {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readText: (path: string) => string;
  /** Readable by its owner alone. */
  readonly writeSecret: (path: string, text: string) => void;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Shown while something takes long, and overwritten; nothing where nobody watches. */
  readonly progress: (text: string) => void;
  readonly pause: (ms: number) => Promise<void>;
  /** Of the terminal; null where there is none. */
  readonly terminalWidth: number | null;
  readonly hasColours: boolean;
  readonly stopSignal: () => Promise<string>;
  /** Asks whoever sits before it whether something is to be done; null where nobody does. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
}

type Taking = Readonly<Record<string, Taken<unknown>>>;

interface Common<Takes extends Taking, Options extends Taking> {
  readonly description?: string;
  readonly since?: string;
  readonly takes?: Takes;
  readonly options?: Options;
}

type CallOf<Takes extends Taking, Options extends Taking> = Call<TakenBy<Takes> & TakenBy<Options>>;

/** A command that does something and shows nothing; or, now and then, a text. */
export function actionCommand<Takes extends Taking = {}, Options extends Taking = {}>(
  service: ServiceName | null,
  definition: Common<Takes, Options> & {
    readonly act: (call: CallOf<Takes, Options>) => Promise<Output | void>;
  },
): ClientCommand {
  const { act, ...rest } = definition;
  return {
    takes: {},
    options: {},
    ...rest,
    service,
    output: 'none',
    columns: [],
    // The values are what the parser has read by these very definitions.
    run: async (call) => (await act(call as CallOf<Takes, Options>)) ?? null,
  };
}

/** A command that shows one thing, its fields in the order in which it has them. */
export function showCommand<Takes extends Taking = {}, Options extends Taking = {}>(
  service: ServiceName | null,
  definition: Common<Takes, Options> & {
    readonly show: (call: CallOf<Takes, Options>) => Promise<Shown>;
  },
): ClientCommand {
  const { show, ...rest } = definition;
  return {
    takes: {},
    options: {},
    ...rest,
    service,
    output: 'one',
    columns: [],
    run: async (call) => {
      const shown = await show(call as CallOf<Takes, Options>);
      return isOutput(shown)
        ? shown
        : { kind: 'one', columns: Object.keys(shown), values: Object.values(shown) };
    },
  };
}

export type Shown = Readonly<Record<string, Cell>> | Output;

function isOutput(shown: Shown): shown is Output {
  return (
    'kind' in shown &&
    (shown.kind === 'one' || shown.kind === 'list' || shown.kind === 'text') &&
    ('rows' in shown || 'values' in shown || 'text' in shown)
  );
}

/** A column of a list: its title, and what of an item it shows. */
export interface Column<Item> extends ColumnNote {
  readonly get: (item: Item) => Cell;
}

/** A command that lists things. */
export function listCommand<Item, Takes extends Taking = {}, Options extends Taking = {}>(
  service: ServiceName | null,
  definition: Common<Takes, Options> & {
    readonly columns: readonly Column<Item>[];
    readonly list: (call: CallOf<Takes, Options>) => Promise<readonly Item[]>;
    /** Where it depends on more than the version and `--long` which columns are shown. */
    readonly shows?: (column: Column<Item>, call: CallOf<Takes, Options>) => boolean;
  },
): ClientCommand {
  const { columns, list, shows, ...rest } = definition;
  return {
    takes: {},
    options: {},
    ...rest,
    service,
    output: 'list',
    columns,
    run: async (call) => {
      const ours = call as CallOf<Takes, Options>;
      const isLong = (ours.values as { long?: unknown }).long === true;
      const shown = columns.filter(
        (column) =>
          (column.isLong === undefined || isLong || call.columns.includes(column.title)) &&
          (service === null || call.service.version.isWithin(column)) &&
          (shows?.(column, ours) ?? true),
      );
      const items = await list(ours);
      return {
        kind: 'list',
        columns: shown.map(({ title }) => title),
        rows: items.map((item) => shown.map(({ get }) => get(item))),
      };
    },
  };
}
