// The process that cuts out one picture and exits. Its input and output are in cut-out.ts.
import { serveTasks } from '#provider/run'
import { cutOut } from './cut-out.ts'

serveTasks(cutOut)
