"""The names that the service uses for assets, intervals, leagues and the like.

A newer service may send a name that is not listed here: it is passed on as it is.
"""

from typing import get_args

from .models.names import *
from .models.names import OrderReason

#: Every `OrderReason`, in the order of the service.
ORDER_REASONS: tuple[OrderReason, ...] = get_args(OrderReason)
