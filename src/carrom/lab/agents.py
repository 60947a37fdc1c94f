"""Agents by name: `module:attribute`, as in `my_agent:policy`.

The module is looked for among the installed ones and in the current folder. The attribute is a policy
`policy(observation, mask) -> action` (`carrom.envs.agents.policy.Agent`), a class of which an instance is made without
arguments, or a trained model with `predict`.
"""

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from carrom.envs.agents.policy import Agent, agent_of
from carrom.errors import RefusedRequest

_FORM = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)")


def names_attribute(text: str) -> bool:
    """Return whether a text has the form `module:attribute`; `pipe:COMMAND` is an external engine."""
    return _FORM.fullmatch(text) is not None and not text.startswith("pipe:")


def load_agent(text: str) -> Agent:
    """Return the agent of `module:attribute`. Raises `RefusedRequest` if there is none, and says why."""
    return agent_of(load_attribute(text), text)


def load_attribute(text: str) -> Any:
    """Return the object of `module:attribute`. Raises `RefusedRequest` if it cannot be imported."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise RefusedRequest(f"{text!r:.60} names no agent; expected module:attribute, as in my_agent:policy")
    module, attribute = found.groups()
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        owner: Any = import_module(module)
    except Exception as reason:
        raise RefusedRequest(
            f"the module of {text!r:.60} cannot be imported ({reason!s:.160}); expected an installed module or one in "
            f"{here}"
        ) from reason
    for name in attribute.split("."):
        if not hasattr(owner, name):
            raise RefusedRequest(f"{module} has no attribute {name!r:.60}; expected the name of a policy in it")
        owner = getattr(owner, name)
    return owner


__all__ = ["Agent", "load_agent", "load_attribute", "names_attribute"]
