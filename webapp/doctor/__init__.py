"""The sessions of this machine, offered in a browser: on the doctor's own server alone.

No other app registers this blueprint, and around that server stands a door that opens once.
"""

from webapp.doctor.door import Door
from webapp.doctor.offer import Offer
from webapp.doctor.views import attach

__all__ = ["Door", "Offer", "attach"]
