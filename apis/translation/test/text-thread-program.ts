// A program for the text thread that takes as long as a task says, or fails.
import { parentPort } from 'node:worker_threads'

export interface SlowTask {
  readonly text: string
  readonly ms: number
}

parentPort?.on('message', ({ text, ms }: SlowTask) => {
  if (text === 'fail') throw new Error('the program has failed')
  setTimeout(() => parentPort?.postMessage(text.toUpperCase()), ms)
})
