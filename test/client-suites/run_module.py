"""Runs a module of Debian's functional suites as it is, and prints a line of JSON for each of its tests: how it ended, why, and how long it took.

The first argument is the module, all others are how the names of tests begin that are left out. What fails is `failed`, whether by an assertion or an error.
"""

import importlib
import json
import os
import sys
import time
import traceback
import unittest

if "BERTH_PLACEMENT_URL" in os.environ:
    import placement_fixture

    sys.modules["placement.tests.functional.fixtures.placement"] = placement_fixture

# What tests print would be taken for lines of ours.
answers, sys.stdout = sys.stdout, sys.stderr
name, left_out = sys.argv[1], tuple(sys.argv[2:])


class TellingResult(unittest.TestResult):
    began = time.monotonic()

    def startTest(self, test):
        super().startTest(test)
        self.began = time.monotonic()

    def tell(self, test, outcome, details=""):
        seconds = round(time.monotonic() - self.began, 2)
        lines = [line.strip() for line in details.splitlines() if line.strip()]
        reason = lines[-1] if lines else ""
        line = {"test": test, "outcome": outcome, "reason": reason, "details": details, "seconds": seconds}
        print(json.dumps(line), file=answers, flush=True)

    def addSuccess(self, test):
        self.tell(test.id(), "passed")

    def addSkip(self, test, reason):
        self.tell(test.id(), "skipped", reason)

    def addError(self, test, err):
        self.tell(test.id(), "failed", "".join(traceback.format_exception(*err)))

    addFailure = addError

    def addExpectedFailure(self, test, err):
        self.addSuccess(test)

    def addUnexpectedSuccess(self, test):
        self.tell(test.id(), "failed", "it was expected to fail")


def tests_of(suite):
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from tests_of(each)
        elif not each.id().startswith(left_out):
            yield each


result = TellingResult()
try:
    module = importlib.import_module(name)
except Exception:
    result.tell(name, "failed", traceback.format_exc())
else:
    # As a suite again: it calls what is to be done before and after a class.
    unittest.TestSuite(tests_of(unittest.defaultTestLoader.loadTestsFromModule(module))).run(result)
