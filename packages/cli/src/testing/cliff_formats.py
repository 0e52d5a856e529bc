"""Prints what cliff prints for the values that it is sent: a JSON list of cases in, a list of texts out."""

import argparse
import io
import json
import sys

from cliff import columns
from cliff.formatters import commaseparated, json_format, shell, table, value, yaml_format

formatters = {
    "csv": commaseparated.CSVLister(),
    "json": json_format.JSONFormatter(),
    "shell": shell.ShellFormatter(),
    "table": table.TableFormatter(),
    "value": value.ValueFormatter(),
    "yaml": yaml_format.YAMLFormatter(),
}


class Shown(columns.FormattableColumn):
    def __init__(self, raw, human):
        super().__init__(raw)
        self.human = human

    def human_readable(self):
        return self.human


def cell(told):
    return Shown(told["raw"], told["human"]) if "human" in told else told["raw"]


def printed(case):
    options = argparse.Namespace(
        quote_mode=case["quote"], noindent=case["noindent"], variables=[], prefix=case["prefix"],
        max_width=case["max_width"], fit_width=False, print_empty=case["print_empty"])
    out = io.StringIO()
    formatter = formatters[case["format"]]
    rows = [tuple(cell(each) for each in row) for row in case["rows"]]
    try:
        if case["one"]:
            formatter.emit_one(case["columns"], rows[0], out, options)
        else:
            formatter.emit_list(case["columns"], rows, out, options)
    except Exception as problem:
        return {"problem": repr(problem)}
    return {"text": out.getvalue()}


json.dump([printed(case) for case in json.load(sys.stdin)], sys.stdout)
