"""Dates of HTTP headers."""

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime


def http_date(text: str) -> datetime | None:
    """Returns the instant of a header such as `Date`, or None for what is no date."""
    try:
        instant = parsedate_to_datetime(text)
    # A year or an hour of twenty digits is no date either.
    except (ValueError, OverflowError):
        return None
    # The zone -0000 says that there is none, and means UTC.
    return instant if instant.tzinfo else instant.replace(tzinfo=timezone.utc)
