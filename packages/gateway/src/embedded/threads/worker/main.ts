// The entry point of a thread.
import { runThread } from './program.ts'

runThread()
