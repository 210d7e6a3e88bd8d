"""A game as the service sends it, in lists and on the stream."""

from .models.game import *
