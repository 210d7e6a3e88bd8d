"""What the service says of orders."""

from .models.order import *
from .models.placed_order import *
