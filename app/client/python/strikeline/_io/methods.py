"""Turns a description of a call into the methods of both clients, so that each is written once."""

import functools
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Concatenate, ParamSpec, TypeVar

from .._core.call import Call, Item, Pages
from .async_runner import AsyncRunner
from .sync_runner import SyncRunner

P = ParamSpec("P")
T = TypeVar("T")
Method = TypeVar("Method", bound=Callable[..., Any])


class SyncResource:
    """A part of the service, for `Client`."""

    def __init__(self, runner: SyncRunner) -> None:
        self._runner = runner


class AsyncResource:
    """A part of the service, for `AsyncClient`."""

    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner


def sync(describe: Callable[P, Call[T]]) -> Callable[Concatenate[SyncResource, P], T]:
    """Returns a method that returns the value of a call."""

    def method(self: SyncResource, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._runner.run(describe(*args, **kwargs))

    return documented(method, describe)


def asynchronous(
    describe: Callable[P, Call[T]]
) -> Callable[Concatenate[AsyncResource, P], Awaitable[T]]:
    """Returns a method that returns the value of a call when it is awaited."""

    async def method(self: AsyncResource, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._runner.run(describe(*args, **kwargs))

    return documented(method, describe)


def sync_items(
    describe: Callable[P, Pages[Item]]
) -> Callable[Concatenate[SyncResource, P], Iterator[Item]]:
    """Returns a method that yields the items of all pages."""

    def method(self: SyncResource, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[Item]:
        return self._runner.items(describe(*args, **kwargs))

    return documented(method, describe)


def async_items(
    describe: Callable[P, Pages[Item]]
) -> Callable[Concatenate[AsyncResource, P], AsyncIterator[Item]]:
    """Returns a method that yields the items of all pages, for `async for`."""

    def method(self: AsyncResource, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[Item]:
        return self._runner.items(describe(*args, **kwargs))

    return documented(method, describe)


def documented(method: Method, describe: Callable[..., Any]) -> Method:
    """Gives a method the name, text and parameters of its description, for `help()`."""
    functools.update_wrapper(method, describe)
    signature = inspect.signature(describe)
    itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    method.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[itself, *signature.parameters.values()]
    )
    return method
