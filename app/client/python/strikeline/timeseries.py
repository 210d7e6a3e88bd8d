"""The history of targets again, under the service's other paths."""

import dataclasses
import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from . import history
from ._core.call import Call
from ._io.methods import AsyncResource, SyncResource, asynchronous, sync

P = ParamSpec("P")
T = TypeVar("T")


def _as_series(describe: Callable[P, Call[T]]) -> Callable[P, Call[T]]:
    """Returns the same call under its other path."""

    @functools.wraps(describe)
    def described(*args: P.args, **kwargs: P.kwargs) -> Call[T]:
        call = describe(*args, **kwargs)
        target = call.request.target.replace("/history/", "/timeseries/", 1)
        return dataclasses.replace(call, request=dataclasses.replace(call.request, target=target))

    return described


market = _as_series(history.market)
range = _as_series(history.range)


class Timeseries(SyncResource):
    """The history under its other paths, of `Client`."""

    market = sync(market)
    range = sync(range)


class AsyncTimeseries(AsyncResource):
    """The history under its other paths, of `AsyncClient`."""

    market = asynchronous(market)
    range = asynchronous(range)
