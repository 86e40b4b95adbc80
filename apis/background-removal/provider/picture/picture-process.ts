// The process that cuts one picture out and ends. Its input and output are in cut-out.ts.
import { serveTask } from '#provider'
import { type CutOutTask, cutOut } from './cut-out.ts'

// sent by removal/cut-outs.ts
serveTask((task) => cutOut(task as CutOutTask))
