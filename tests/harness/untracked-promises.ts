// Loaded before every test file: the test runner attributes resources, but not each promise, to the test that created
// them, which saves a sixth of the CPU time of a file that awaits much. An unhandled rejection then fails its file
// instead of its test; `test`, `before` and `after` belong to a suite only if its callback calls them before any await.
import hooks from 'node:async_hooks'

const { createHook } = hooks
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
