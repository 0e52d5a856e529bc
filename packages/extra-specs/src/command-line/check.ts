import type { Flavor, Image, Operation } from '../flavor-and-image/check-flavor-and-image.ts';
import type { Mode, Problem } from '../problem.ts';
import type { Registry } from '../registry/registry.ts';
import { type ExtraSpecs, validateFlavor, type ValidationOptions } from '../validation/validate-flavor.ts';
import { suggestWord } from '../suggestions/suggest-word.ts';
import { validateFlavorAndImage } from '../validation/validate-flavor-and-image.ts';
import { type Command, type ExitCode, type Given, type Outside, UsageError } from './command.ts';
import { loadRegistry, sourceOptions } from './load-registry.ts';
import { describeProblem, summarize } from './print-problems.ts';
import { readDocument } from './read-document.ts';
import { type FlavorFile, flavorFrom } from './flavor-from.ts';
import { imageFrom } from './image-from.ts';

export const check: Command = {
  name: 'check',
  takes: '[KEY=VALUE ...]',
  description: `Checks extra specs that are given as KEY=VALUE, or those of a flavor in a file; with an image, also whether the two go
together. What the compute API would refuse at microversion 2.86 is an error; what it would accept in silence, and what
will not do what was meant, is a warning. Files are JSON or YAML: what the APIs answer, what "openstack flavor show -f json"
and "openstack image show -f json" print, or just the entries; - is standard input.

Exit status: 0 without errors, 1 with errors, 2 when the command line is wrong.`,
  options: {
    flavor: { takes: 'FILE', help: 'The flavor.' },
    image: { takes: 'FILE', help: 'The image that it is to be used with.' },
    operation: {
      takes: 'create|resize|rebuild',
      choices: ['create', 'resize', 'rebuild'],
      help: 'What is about to be done with flavor and image; create unless given.',
    },
    'volume-backed': { help: 'The server boots from a volume: the size of its disk does not matter.' },
    mode: {
      takes: 'strict|warn|off',
      choices: ['strict', 'warn', 'off'],
      help: 'strict: as the compute API. warn: nothing is an error. strict unless given.',
    },
    driver: {
      takes: 'NAME',
      help: 'The virt driver (libvirt, vmware): warn about what it takes no notice of.',
    },
    'fail-on-warnings': { help: 'Warnings, too, make the exit status 1.' },
    json: { help: 'Print the problems as a JSON list.' },
    ...sourceOptions,
  },
  run,
};

/** What is to be checked: extra specs, and where there is an image the whole flavor beside it. */
interface Subject {
  readonly extraSpecs: ExtraSpecs;
  readonly pair: { readonly flavor: Flavor; readonly image: Image } | null;
}

async function run(given: Given, outside: Outside): Promise<ExitCode> {
  const subject = readSubject(given);
  const { registry, exitCode } = await loadRegistry(given, outside);
  const driver = given.values.get('driver')?.[0];
  if (driver !== undefined) warnOfUnknownDriver(registry, driver, outside);
  const problems = problemsOf(registry, subject, given);
  if (given.switches.has('json')) {
    outside.print(JSON.stringify(problems, null, 2));
  } else {
    for (const problem of problems) outside.print(describeProblem(problem));
    outside.print(summarize(problems));
  }
  const isBad = problems.some(
    ({ severity }) => severity === 'error' || given.switches.has('fail-on-warnings'),
  );
  return isBad ? 1 : exitCode;
}

/** Every driver may have a name; but one that no definition mentions may be a slip. */
function warnOfUnknownDriver(registry: Registry, driver: string, outside: Outside): void {
  const known = new Set(registry.specs.flatMap(({ definition }) => definition.drivers ?? []));
  if (known.has(driver)) return;
  const meant = suggestWord(driver, [...known]);
  const hint = meant === null ? '' : `; did you mean '${meant}'?`;
  outside.complain(`warning: no definition mentions a virt driver '${driver}'${hint}`);
}

/** The flavor's extra specs, with those of the command line in their place or after them. */
function extraSpecsOf(flavor: FlavorFile | null, operands: readonly string[]): ExtraSpecs {
  const extraSpecs = Object.assign(Object.create(null) as Record<string, string>, flavor?.extraSpecs);
  const given = new Set<string>();
  for (const operand of operands) {
    const equals = operand.indexOf('=');
    if (equals < 1) throw new UsageError(`'${operand}' is not KEY=VALUE`);
    const key = operand.slice(0, equals);
    if (given.has(key)) throw new UsageError(`'${key}' is given twice`);
    given.add(key);
    extraSpecs[key] = operand.slice(equals + 1);
  }
  return extraSpecs;
}

function readSubject(given: Given): Subject {
  const flavorFile = given.values.get('flavor')?.[0];
  const imageFile = given.values.get('image')?.[0];
  if (flavorFile === undefined && imageFile !== undefined) throw new UsageError('--image goes with --flavor');
  if (flavorFile === undefined && given.operands.length === 0)
    throw new UsageError('there is nothing to check');
  if (flavorFile === '-' && imageFile === '-') {
    throw new UsageError('flavor and image cannot both be standard input');
  }
  const flavor = flavorFile === undefined ? null : readDocument(flavorFile, flavorFrom);
  const extraSpecs = extraSpecsOf(flavor, given.operands);
  if (imageFile === undefined) return { extraSpecs, pair: null };
  if (flavor === null || flavor.sizes === null) {
    throw new Error(
      `${flavorFile}: ram, vcpus and disk of the flavor are needed to compare it with an image`,
    );
  }
  const image = readDocument(imageFile, imageFrom);
  return { extraSpecs, pair: { flavor: { ...flavor.named, ...flavor.sizes, extraSpecs }, image } };
}

function problemsOf(registry: Registry, { extraSpecs, pair }: Subject, given: Given): Problem[] {
  const options: ValidationOptions = {
    mode: (given.values.get('mode')?.[0] ?? 'strict') as Mode, // One of its choices.
    driver: given.values.get('driver')?.[0],
  };
  if (pair === null) return validateFlavor(registry, extraSpecs, options);
  const circumstances = {
    operation: (given.values.get('operation')?.[0] ?? 'create') as Operation, // One of its choices.
    isVolumeBacked: given.switches.has('volume-backed'),
  };
  return validateFlavorAndImage(registry, pair.flavor, pair.image, circumstances, options);
}
