"""Stands in for the fixture that starts a Placement in the process of osc-placement's tests: they get Berth's, emptied before each of them."""

import os

import fixtures
import requests


class PlacementFixture(fixtures.Fixture):
    token = "admin"
    endpoint = os.environ.get("BERTH_PLACEMENT_URL")

    def _setUp(self):
        for consumer in {each for provider in self._providers() for each in self._consumers_of(provider)}:
            self._ask("DELETE", f"/allocations/{consumer}")
        # Those that have children are refused.
        while providers := self._providers():
            for provider in providers:
                self._ask("DELETE", f"/resource_providers/{provider}")
        for trait in self._ask("GET", "/traits?name=startswith:CUSTOM_").json()["traits"]:
            self._ask("DELETE", f"/traits/{trait}")
        for each in self._ask("GET", "/resource_classes").json()["resource_classes"]:
            if each["name"].startswith("CUSTOM_"):
                self._ask("DELETE", f"/resource_classes/{each['name']}")

    def _providers(self):
        return [each["uuid"] for each in self._ask("GET", "/resource_providers").json()["resource_providers"]]

    def _consumers_of(self, provider):
        return self._ask("GET", f"/resource_providers/{provider}/allocations").json()["allocations"]

    def _ask(self, method, path):
        headers = {"X-Auth-Token": self.token, "OpenStack-API-Version": "placement 1.39"}
        return requests.request(method, self.endpoint + path, headers=headers)
