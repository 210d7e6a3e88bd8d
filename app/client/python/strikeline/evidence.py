"""What a price is proven by: the provider's own message."""

from .models.target import (
    Disputed as Disputed,
    Evidence as Evidence,
    KlineEvidence as KlineEvidence,
    OtherEvidence as OtherEvidence,
    PublishedEvidence as PublishedEvidence,
    RelayEvidence as RelayEvidence,
    RelayPoint as RelayPoint,
    ReportEvidence as ReportEvidence,
    TradeEvidence as TradeEvidence,
)
