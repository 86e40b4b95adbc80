// Threads get half of the young generation that the start script gives to the thread that forwards calls: what they
// make lives for one answer, a thread keeps what it has grown to, and there are as many as APIs in use. V8 reads the
// flag whenever a heap is made, and lets it overrule the limits of a `Worker`. Imported before any code is compiled,
// because V8 reuses what was compiled under the same flags only. Plain JavaScript for the reason given in main.js.
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--max-semi-space-size=4')
