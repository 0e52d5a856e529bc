import assert from 'node:assert/strict';
import { codePointLength, compareByCodePoint, sortByCodePoint } from './code-points.ts';
import { hasDuplicates, isAmong } from './json-equality.ts';
import { isArray, isObject, type JsonObject, typeNames, typeTests } from './json-type.ts';
import { pythonPattern } from './python-pattern.ts';
import { pythonRepr, pythonReprUpTo } from './python-text.ts';
import { type Found, handingDown, inOrder, judging, type Rule, type Rules } from './rules.ts';
import type { JsonSchema } from './schema.ts';
import { usualVocabulary, type Vocabulary } from './vocabulary.ts';

/** Makes a schema ready, its keywords in the order in which it has them. */
export function compileRules(schema: JsonSchema, vocabulary: Vocabulary = usualVocabulary): Rules {
  return inOrder(Object.keys(schema).flatMap((name) => compileKeyword(schema, name, vocabulary)));
}

function compileKeyword(schema: JsonSchema, name: string, vocabulary: Vocabulary): readonly Rule[] {
  assert(isKeyword(name), `a schema has the keyword '${name}', which is not known here`);
  const value = schema[name];
  assert(value !== undefined, `a schema has '${name}' without a value`);
  // Under its name the table has what takes that keyword's value; the compiler does not follow the two.
  const compile = keywords[name] as Compile<typeof value>;
  const rule: KeywordRule = (isKept, message, context) => judging(name, schema, isKept, message, context);
  return [compile(value, rule, schema, vocabulary)].flat();
}

/** An instance in a message; a hostile one may be as long as a body. */
function shown(instance: unknown): string {
  return pythonReprUpTo(longestText, instance);
}

const longestText = 100_000;
/** `'a', ` */
const shortestName = 5;

function isKeyword(name: string): name is Keyword {
  return Object.hasOwn(keywords, name);
}

type Keyword = keyof JsonSchema;

/** What a keyword with this value means in this schema. */
type Compile<Value> = (
  value: Value,
  rule: KeywordRule,
  schema: JsonSchema,
  vocabulary: Vocabulary,
) => Rule | readonly Rule[];

/** Makes a judging rule for the keyword at hand. */
type KeywordRule = (
  isKept: (instance: unknown) => boolean,
  message: (instance: unknown) => string,
  context?: (instance: unknown, found: Found) => void,
) => Rule;

/** Every keyword, with the words of python-jsonschema. What a keyword is not about, it lets pass. */
const keywords: { readonly [Name in Keyword]-?: Compile<NonNullable<JsonSchema[Name]>> } = {
  type(type, rule) {
    const names = typeNames(type);
    const tests = names.map((name) => typeTests[name]);
    const [first] = tests;
    return rule(
      tests.length === 1 && first !== undefined ? first : (instance) => tests.some((test) => test(instance)),
      (instance) => `${shown(instance)} is not of type ${names.map(pythonRepr).join(', ')}`,
    );
  },

  enum(choices, rule) {
    return rule(
      (instance) => isAmong(instance, choices),
      (instance) => `${shown(instance)} is not one of ${pythonRepr(choices)}`,
    );
  },

  properties(properties, _rule, _schema, vocabulary) {
    const children = Object.entries(properties).map(([name, schema]) => ({
      name,
      rules: compileRules(schema, vocabulary),
      schemaKeys: ['properties', name],
    }));
    return handingDown((instance, visit) => {
      if (!isObject(instance)) return true;
      for (const { name, rules, schemaKeys } of children) {
        if (Object.hasOwn(instance, name) && !visit(rules, instance[name], name, schemaKeys)) return false;
      }
      return true;
    });
  },

  patternProperties(patternProperties, _rule, _schema, vocabulary) {
    const children = Object.entries(patternProperties).map(([source, schema]) => ({
      pattern: pythonPattern(source),
      rules: compileRules(schema, vocabulary),
      schemaKeys: ['patternProperties', source],
    }));
    return handingDown((instance, visit) => {
      if (!isObject(instance)) return true;
      const names = Object.keys(instance);
      for (const { pattern, rules, schemaKeys } of children) {
        for (const name of names) {
          if (pattern.test(name) && !visit(rules, instance[name], name, schemaKeys)) return false;
        }
      }
      return true;
    });
  },

  additionalProperties(areAllowed, rule, schema) {
    if (areAllowed) return [];
    const known = new Set(Object.keys(schema.properties ?? {}));
    const sources = Object.keys(schema.patternProperties ?? {}).sort(compareByCodePoint);
    const patterns = sources.map(pythonPattern);
    const isExtra = (name: string) => !known.has(name) && !patterns.some((pattern) => pattern.test(name));
    return rule(
      (instance) => !isObject(instance) || !Object.keys(instance).some(isExtra),
      (instance) => {
        // Only objects have extras to tell of.
        const unsorted = Object.keys(instance as JsonObject).filter(isExtra);
        // Where not all of them are shown, neither does it matter which: to sort 30,000 takes long.
        const extras = unsorted.length * shortestName > longestText ? unsorted : sortByCodePoint(unsorted);
        const names = pythonReprUpTo(longestText, extras).replace(/^\[|\]$/g, '');
        const isOne = extras.length === 1;
        return schema.patternProperties === undefined
          ? `Additional properties are not allowed (${names} ${isOne ? 'was' : 'were'} unexpected)`
          : `${names} ${isOne ? 'does' : 'do'} not match any of the regexes: ${sources.map(pythonRepr).join(', ')}`;
      },
    );
  },

  required(names, rule) {
    return names.map((name) =>
      rule(
        (instance) => !isObject(instance) || Object.hasOwn(instance, name),
        () => `${pythonRepr(name)} is a required property`,
      ),
    );
  },

  minProperties(minimum, rule) {
    return rule(
      (instance) => !isObject(instance) || Object.keys(instance).length >= minimum,
      (instance) => `${shown(instance)} does not have enough properties`,
    );
  },

  maxProperties(maximum, rule) {
    return rule(
      (instance) => !isObject(instance) || Object.keys(instance).length <= maximum,
      (instance) => `${shown(instance)} has too many properties`,
    );
  },

  prefixItems(schemas, _rule, _schema, vocabulary) {
    const children = schemas.map((schema, index) => ({
      rules: compileRules(schema, vocabulary),
      schemaKeys: ['prefixItems', index],
    }));
    return handingDown((instance, visit) => {
      if (!isArray(instance)) return true;
      for (const [index, { rules, schemaKeys }] of children.entries()) {
        if (index < instance.length && !visit(rules, instance[index], index, schemaKeys)) return false;
      }
      return true;
    });
  },

  items(schema, _rule, _schema, vocabulary) {
    const rules = compileRules(schema, vocabulary);
    const schemaKeys = ['items'];
    return handingDown((instance, visit) => {
      if (!isArray(instance)) return true;
      for (let index = 0; index < instance.length; index++) {
        if (!visit(rules, instance[index], index, schemaKeys)) return false;
      }
      return true;
    });
  },

  minItems(minimum, rule) {
    return rule(
      (instance) => !isArray(instance) || instance.length >= minimum,
      (instance) => `${shown(instance)} is too short`,
    );
  },

  maxItems(maximum, rule) {
    return rule(
      (instance) => !isArray(instance) || instance.length <= maximum,
      (instance) => `${shown(instance)} is too long`,
    );
  },

  uniqueItems(mustBeUnique, rule) {
    if (!mustBeUnique) return [];
    return rule(
      (instance) => !isArray(instance) || !hasDuplicates(instance),
      (instance) => `${shown(instance)} has non-unique elements`,
    );
  },

  pattern(source, rule) {
    const pattern = pythonPattern(source);
    return rule(
      (instance) => typeof instance !== 'string' || pattern.test(instance),
      (instance) => `${shown(instance)} does not match ${pythonRepr(source)}`,
    );
  },

  minLength(minimum, rule) {
    return rule(
      (instance) => typeof instance !== 'string' || codePointLength(instance) >= minimum,
      (instance) => `${shown(instance)} is too short`,
    );
  },

  maxLength(maximum, rule) {
    return rule(
      // A text has at most as many code points as units, and most texts are short enough by either count.
      (instance) =>
        typeof instance !== 'string' || instance.length <= maximum || codePointLength(instance) <= maximum,
      (instance) => `${shown(instance)} is too long`,
    );
  },

  format(name, rule, _schema, { formats }) {
    const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
    assert(format !== undefined, `a schema has the format '${name}', which is not known here`);
    const { has, refusal } = format;
    return rule(has, (instance) => refusal ?? `${shown(instance)} is not a ${pythonRepr(name)}`);
  },

  minimum(minimum, rule, _schema, { numberIn, numberShown = shown }) {
    return rule(
      (instance) => (numberIn(instance) ?? minimum) >= minimum,
      (instance) => `${numberShown(instance)} is less than the minimum of ${pythonRepr(minimum)}`,
    );
  },

  exclusiveMinimum(minimum, rule, _schema, { numberIn, numberShown = shown }) {
    return rule(
      (instance) => (numberIn(instance) ?? Number.POSITIVE_INFINITY) > minimum,
      (instance) => `${numberShown(instance)} is less than or equal to the minimum of ${pythonRepr(minimum)}`,
    );
  },

  maximum(maximum, rule, _schema, { numberIn, numberShown = shown }) {
    return rule(
      (instance) => (numberIn(instance) ?? maximum) <= maximum,
      (instance) => `${numberShown(instance)} is greater than the maximum of ${pythonRepr(maximum)}`,
    );
  },

  allOf(schemas, _rule, _schema, vocabulary) {
    return schemas.map((schema, index) => {
      const rules = compileRules(schema, vocabulary);
      const schemaKeys = ['allOf', index];
      return {
        isKept: (instance) => rules.areKept(instance),
        report: (instance, place, found) =>
          rules.report(instance, { before: place, key: null, schemaKeys, depth: place?.depth ?? 0 }, found),
      };
    });
  },

  anyOf(schemas, rule, _schema, vocabulary) {
    const choices = schemas.map((each) => compileRules(each, vocabulary));
    return rule(
      (instance) => choices.some((rules) => rules.areKept(instance)),
      (instance) => `${shown(instance)} is not valid under any of the given schemas`,
      (instance, found) => reportEach(choices, instance, found),
    );
  },

  oneOf(schemas, rule, _schema, vocabulary) {
    const choices = schemas.map((each) => compileRules(each, vocabulary));
    const fitting = (instance: unknown) => schemas.filter((_, index) => choices[index]?.areKept(instance));
    return [
      rule(
        (instance) => choices.some((rules) => rules.areKept(instance)),
        (instance) => `${shown(instance)} is not valid under any of the given schemas`,
        (instance, found) => reportEach(choices, instance, found),
      ),
      rule(
        (instance) => fitting(instance).length <= 1,
        (instance) => {
          const [first, ...others] = fitting(instance);
          return `${shown(instance)} is valid under each of ${[...others, first].map(pythonRepr).join(', ')}`;
        },
      ),
    ];
  },
};

function reportEach(choices: readonly Rules[], instance: unknown, found: Found): void {
  choices.forEach((rules, index) => {
    rules.report(instance, { before: null, key: null, schemaKeys: [index], depth: 0 }, found);
  });
}
