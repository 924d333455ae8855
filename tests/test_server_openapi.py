"""The server keeps its own OpenAPI description, whatever is sent to it."""

import os

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from embed_kcpd.server.app import create_app
from embed_kcpd.server.settings import ServerSettings
from running_server import running_server

EXAMPLES = int(os.environ.get("SERVER_EXAMPLES", "8"))
"""For each address; ``make test-server`` draws many more."""

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]

SETTINGS = ServerSettings(workers=2)
schema = schemathesis.openapi.from_dict(create_app(SETTINGS).openapi())


@pytest.fixture(scope="module")
def server():
    with running_server(SETTINGS) as running:
        yield running


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_makes_the_server_fail_or_break_its_schema(case, server):
    case.call_and_validate(base_url=server.address, checks=CHECKS)
