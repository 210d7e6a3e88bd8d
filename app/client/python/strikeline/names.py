"""The names that the service uses for assets, intervals, leagues and the like.

A newer service may send a name that is not listed here: it is passed on as it is.
"""

from .models.names import *
