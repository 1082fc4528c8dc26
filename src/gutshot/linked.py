"""Kernels that only other kernels call are neither optimised nor made into machine code by themselves.

Numba does both with every function, links what it has into each caller, and does both again there. What is never
entered from Python needs only the second. Without the first a cold cache is filled in 30 % less time, and kernels are
as fast as before, but for loops over rows of hands: unless these are optimised first a flop takes 7 % longer.
"""

from typing import Any

from llvmlite import binding
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core import codegen, cpu, typed_passes
from numba.core.environment import lookup_environment

_JitLibrary: Any = codegen.JITCodeLibrary
OPTIMISED_FIRST = set[str]()
"""Names of kernels, with their modules."""
_KIND = "linked"
_ENVIRONMENT = "_ZN08NumbaEnv"


class LinkedLibrary(_JitLibrary):  # type: ignore[misc]
    """Code to be linked into others; nothing in it can be called."""

    is_optimised_first = False

    def _optimize_final_module(self) -> None:
        if self.is_optimised_first:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """None: to Numba a function that is not there."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """The code to be linked, without machine code."""
        return self.name, _KIND, self._get_module_for_linking().as_bitcode()


def link_only() -> None:
    """From now on compile what has no way in, neither from Python nor from C, for linking alone."""
    lowering: Any = typed_passes.BaseNativeLowering
    context: Any = cpu.CPUContext
    machine: Any = codegen.JITCPUCodegen
    run_pass, get_executable, set_env = lowering.run_pass, context.get_executable, machine.set_env
    load = _JitLibrary._unserialize.__func__

    def run(self: Any, state: Any) -> Any:
        flags = state.flags
        if state.library is None and flags.no_cpython_wrapper and flags.no_cfunc_wrapper:
            name = state.func_id.func_qualname
            state.library = LinkedLibrary(state.targetctx.codegen(), name)
            state.library.is_optimised_first = f"{state.func_id.modname}.{name}" in OPTIMISED_FIRST
        return run_pass(self, state)

    def executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if isinstance(library, LinkedLibrary):
            library._ensure_finalized()
            return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname, "", 0, env, (library,))
        found = get_executable(self, library, fndesc, env)
        _set_environments(library)
        return found

    def set_where_it_is(self: Any, name: str, env: Any) -> None:
        if self._engine.get_global_value_address(name):  # else of a kernel that nothing has been linked with yet
            set_env(self, name, env)

    def unserialize(cls: Any, code: Any, state: tuple[str, str, Any]) -> Any:
        name, kind, data = state
        if kind != _KIND:
            return load(cls, code, state)
        library = LinkedLibrary(code, name)
        library._final_module = binding.parse_bitcode(data)
        library._finalize_final_module()
        return library

    lowering.run_pass, context.get_executable, machine.set_env = run, executable, set_where_it_is
    _JitLibrary._unserialize = classmethod(unserialize)


def _set_environments(library: Any) -> None:
    """Those of the kernels that were linked in, which have no machine code of their own to be told them by."""
    for variable in library._final_module.global_variables:
        if variable.name.startswith(_ENVIRONMENT):
            known = lookup_environment(variable.name)  # type: ignore[no-untyped-call]
            if known is not None:
                library.codegen.set_env(variable.name, known)
