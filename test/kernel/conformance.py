"""Jupyter's public conformance suite on Pawl's kernel; every applicable test.

Not applicable: the pager (a Python idea) has no sample, so its test says that it was skipped.
"""

import sys
import unittest

import jupyter_kernel_test


class PawlKernelTests(jupyter_kernel_test.KernelTests):
    kernel_name = sys.argv[1] if len(sys.argv) > 1 else "pawl"
    language_name = "typescript"
    file_extension = ".ts"
    code_hello_world = "console.log('hello, world')"
    code_stderr = "console.error('to standard error')"
    completion_samples = [
        {"text": "consol", "matches": {"console"}},
        {"text": "Math.flo", "matches": {"floor"}},
    ]
    complete_code_samples = ["1", "console.log('a')", "function f(n: number) {\n  return n;\n}"]
    incomplete_code_samples = ["function f() {", "console.log(", "const text = {\n  a: 1,"]
    invalid_code_samples = ["const = 1", "const x = ;"]
    code_generate_error = "throw new Error('on purpose')"
    code_execute_result = [
        {"code": "1+2+3", "result": "6"},
        {"code": "'a' + 'b'", "result": "'ab'"},
    ]
    code_display_data = [
        {"code": "display({ toMimeBundle: () => ({ data: { 'text/html': '<b>b</b>' } }) })", "mime": "text/html"},
        {"code": "import { display as show } from 'tslab'; show.svg('<svg/>')", "mime": "image/svg+xml"},
    ]
    code_history_pattern = "1?2*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "console.log"
    code_clear_output = "clearOutput()"


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
