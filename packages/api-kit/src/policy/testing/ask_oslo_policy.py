"""Decide cases with the real oslo.policy.

Reads a JSON list of cases from stdin, writes a JSON list of answers: whether
every rule of the file can be read, and the decision (true, false, or the name
of the exception that was raised).
"""
import json
import logging
import os
import sys
import tempfile
import warnings

from oslo_config import cfg
from oslo_policy import _checks
from oslo_policy import _parser
from oslo_policy import policy

logging.disable(logging.CRITICAL)
warnings.simplefilter('ignore')


def is_readable(rule):
    if not isinstance(rule, str) or rule == '':
        return True
    state = _parser.ParseState()
    for token, value in _parser._parse_tokenize(rule):
        state.shift(token, value)
    try:
        return isinstance(state.result, _checks.BaseCheck)
    except ValueError:
        return False


def decide(case, path):
    with open(path, 'w') as out:
        json.dump(case['overrides'], out)
    conf = cfg.ConfigOpts()
    conf([], default_config_files=[], default_config_dirs=[])
    enforcer = policy.Enforcer(conf, policy_file=path)
    conf.set_override('enforce_new_defaults', case['enforceNewDefaults'],
                      group='oslo_policy')
    conf.set_override('enforce_scope', case['enforceScope'],
                      group='oslo_policy')
    conf.set_override('policy_dirs', [], group='oslo_policy')
    for rule in case['defaults']:
        deprecated = rule.get('deprecated') and policy.DeprecatedRule(
            name=rule['name'], check_str=rule['deprecated']['check'],
            deprecated_reason='test', deprecated_since='test')
        enforcer.register_default(policy.RuleDefault(
            rule['name'], rule['check'], deprecated_rule=deprecated,
            scope_types=rule['scopes'] or None))
    try:
        return bool(enforcer.authorize(
            case['rule'], case['target'], dict(case['credentials'])))
    except Exception as error:
        return type(error).__name__


def main():
    cases = json.load(sys.stdin)
    with tempfile.TemporaryDirectory() as directory:
        answers = []
        for number, case in enumerate(cases):
            path = os.path.join(directory, '%d.json' % number)
            readable = all(is_readable(r) for r in case['overrides'].values())
            answers.append({'readable': readable,
                            'decision': decide(case, path)})
    json.dump(answers, sys.stdout)


main()
