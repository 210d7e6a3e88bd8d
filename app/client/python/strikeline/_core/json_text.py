"""JSON whose numbers keep every digit."""

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NoReturn

#: An amount or a price. A float is refused: 0.1 has no exact float.
Amount = Decimal | int | str


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def read_json(text: bytes | str) -> Any:
    """Parses JSON. Numbers with a fraction or an exponent are `Decimal`, others `int`.

    Raises `ValueError` for anything else.
    """
    try:
        return json.loads(text, parse_float=Decimal, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ArithmeticError:
        raise ValueError("it has a number with too large an exponent") from None


def write_json(fields: Mapping[str, Any]) -> bytes:
    """Writes an object of texts, booleans, numbers and lists; the numbers digit for digit."""
    return _written(fields).encode()


def _written(value: Any) -> str:
    if isinstance(value, Mapping):
        members = (f"{json.dumps(name)}: {_written(each)}" for name, each in value.items())
        return f"{{{', '.join(members)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    return format(value, "f") if isinstance(value, Decimal) else json.dumps(value)


def text(name: str, value: str) -> str:
    """Returns a text. Raises a `TypeError` that names it for anything else, such as a UUID."""
    if not isinstance(value, str):
        raise TypeError(f"Cannot use {name} {value!r}: pass text")
    return value


def exact(name: str, amount: Amount) -> Decimal:
    """Returns an amount as an exact number. Raises a `TypeError` or `ValueError` that names it."""
    if isinstance(amount, bool) or not isinstance(amount, Decimal | int | str):
        hint = f'pass Decimal("{amount}")' if isinstance(amount, float) else "pass a Decimal"
        raise TypeError(f"Cannot use {name} {amount!r}: {hint}, which is exact")
    try:
        number = Decimal(amount)
    except ArithmeticError:
        number = Decimal("nan")
    # A hundred digits are more than any amount has, and keep an exponent from filling the memory.
    if not number.is_finite() or abs(number.adjusted()) > 100:
        raise ValueError(f'Cannot use {name} {amount!r}: pass a number such as Decimal("5")')
    return number
