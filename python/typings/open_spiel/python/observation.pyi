from collections.abc import Mapping
from typing import Any

from pyspiel import IIGObservationType

class IIGObserverForPublicInfoGame:
    def __init__(
        self, iig_obs_type: IIGObservationType, params: Mapping[str, Any] | None
    ) -> None: ...
