"""What the service says of orders."""

from .models.fill import *
from .models.limit_order import *
from .models.order import *
from .models.placed_order import *
