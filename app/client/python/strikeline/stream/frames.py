"""How a frame of the stream is read."""

import typing
from typing import Any

from .._core.decode import decode
from .._core.json_text import read_json
from ..errors import UnexpectedAnswer
from ..models.frame import *

#: What a frame is read into, by its type.
FRAMES: dict[str, type[Any]] = {
    typing.get_args(typing.get_type_hints(kind)["type"])[0]: kind for kind in typing.get_args(Frame)
}


def parse_frame(data: object) -> Frame | None:
    """Reads a message. Returns None for a frame of a type that a newer service has.

    Raises `UnexpectedAnswer` for what is no frame.
    """
    if not isinstance(data, str):
        raise UnexpectedAnswer("Cannot read a frame that is not text")
    try:
        value = read_json(data)
    except ValueError as error:
        raise UnexpectedAnswer(f"Cannot read a frame as JSON: {error}") from None
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str):
        raise UnexpectedAnswer("Cannot read a frame without a type")
    into = FRAMES.get(kind)
    if into is None:
        return None
    frame: Frame = decode(into, value)
    return frame
