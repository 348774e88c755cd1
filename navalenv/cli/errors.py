"""Errors that a person at the command line gets as one line."""

from __future__ import annotations


class UsageError(Exception):
    """Something on the command line is wrong: exit code 2."""


class CommandError(Exception):
    """The command line is right, but the command cannot be done: exit code 1."""
