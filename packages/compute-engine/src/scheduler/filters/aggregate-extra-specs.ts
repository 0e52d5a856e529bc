import { aggregateValues } from './aggregate-values.ts';
import type { HostFilter } from './host-filter.ts';
import { matchesExpression } from './matches-expression.ts';

/** The aggregates of the host say what the flavor asks of them; extra specs of other namespaces are none of theirs. */
export const aggregateExtraSpecsFilter: HostFilter = {
  isAskedAgain: false,
  testFor: ({ view, request: { flavor } }) => {
    const asked = Object.entries(flavor.extraSpecs).flatMap(([key, value]) => {
      const name = key.startsWith(scope) ? key.slice(scope.length) : key;
      return name === key && key.includes(':') ? [] : [{ name, value }];
    });
    if (asked.length === 0) return null;
    return ({ node }) => {
      const aggregates = view.aggregatesOf(node.host);
      const lacking = asked.find(
        ({ name, value }) =>
          !aggregateValues(aggregates, name)
            .values()
            .some((each) => matchesExpression(each, value)),
      );
      return lacking === undefined ? null : `its aggregates do not say ${lacking.name} ${lacking.value}`;
    };
  },
};

const scope = 'aggregate_instance_extra_specs:';
