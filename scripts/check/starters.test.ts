// A second way to start threads or processes is found, however it is written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { starters } from './starters.ts'

const problemsOf = (text: string, path = 'apis/a/provider/b.ts') => starters([{ path, text }])

test('a thread or a forked process that is started elsewhere is a problem', () => {
  for (const text of [
    "const worker = new Worker(new URL('./a.ts', import.meta.url))",
    'new threads.Worker(entry)',
    'const child = fork(path, [])',
    'child_process.fork(path)',
  ])
    assert.deepEqual(problemsOf(text), [
      'apis/a/provider/b.ts starts a thread or a process: use createThread of #provider/run',
    ])
})

test('the one place that starts them, programs, and the processes of a cluster are none', () => {
  assert.deepEqual(problemsOf('new Worker(entry)', 'packages/provider/run/start.ts'), [])
  for (const text of ["spawn('ffmpeg', [])", 'cluster.fork()', 'new WorkerPool()', 'tree.fork()'])
    assert.deepEqual(problemsOf(text), [])
})

test('the product has no other place', () => assert.deepEqual(starters(), []))
