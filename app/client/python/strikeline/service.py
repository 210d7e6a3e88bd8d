"""How the service, its providers and its jobs are doing."""

from ._core.call import Call
from ._core.describe import get
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync
from .models.service import *


def health() -> Call[Health]:
    """Returns whether the service answers."""
    return get("/health", Health, bucket="health")


def status() -> Call[Status]:
    """Returns how the service, its providers and its jobs are doing."""
    return get("/api/v1/status", Status, bucket="none")


class Service(SyncResource):
    """The service itself, of `Client`."""

    health = sync(health)
    status = sync(status)


class AsyncService(AsyncResource):
    """The service itself, of `AsyncClient`."""

    health = asynchronous(health)
    status = asynchronous(status)
