import { readOslo, type OsloOption } from './read-oslo.ts';

/** Whose file it is decides what its options mean. */
export type OsloService = 'placement' | 'nova';

/** A file with settings of Placement's or Nova's. */
export class OsloFile {
  readonly path: string;
  readonly service: OsloService;
  /** The last of each name, in the order of the file. */
  readonly options: readonly OsloOption[];
  readonly #byName: ReadonlyMap<string, OsloOption>;

  constructor(path: string, text: string, service?: OsloService) {
    this.path = path;
    const byName = new Map<string, OsloOption>();
    for (const option of readOslo(text)) byName.set(`${option.section}.${option.name}`, option);
    this.#byName = byName;
    this.options = [...byName.values()];
    this.service = service ?? (this.#isOfNova() ? 'nova' : 'placement');
  }

  /** Undefined where it is not there. */
  value(section: string, name: string): string | undefined {
    return this.#byName.get(`${section}.${name}`)?.value;
  }

  /** A file of Nova's has a database, messages, hosts or images, of which Placement knows nothing. */
  #isOfNova(): boolean {
    const sections = new Set(this.options.map(({ section }) => section));
    if (sections.has('placement_database')) return false;
    return ['api_database', 'database', 'filter_scheduler', 'glance', 'neutron', 'libvirt'].some((each) =>
      sections.has(each),
    );
  }
}
