"""Errors of the package. Each carries the sentence that the command line prints."""


class ThermodonError(Exception):
    """Base class of all errors of this package."""


class ParseError(ThermodonError, ValueError):
    """A text is not a position, move, game record, combinatorial value, or setting."""


class IllegalMoveError(ThermodonError, ValueError):
    """A move is illegal in its position, or a square is outside the board."""


class OptionError(ThermodonError, ValueError):
    """An option or parameter does not exist, or its value is out of range."""


class FileError(ThermodonError, OSError):
    """A file cannot be read or written, or is not what it should be."""


class EngineError(ThermodonError, RuntimeError):
    """A search, match or experiment could not run."""


__all__ = [
    "EngineError",
    "FileError",
    "IllegalMoveError",
    "OptionError",
    "ParseError",
    "ThermodonError",
]
