// Loaded before every test file: the test runner follows resources, but not each promise, to the test that made them,
// which takes a sixth of the CPU time of a file that awaits much. An unhandled rejection then fails its file instead of
// its test; `test`, `before` and `after` belong to a suite where its callback calls them before it awaits anything.
import hooks from 'node:async_hooks'

const { createHook } = hooks
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
