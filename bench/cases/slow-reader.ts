// A client reads a response of 1 GB at 1 MB/s: the memory that the gateway needs meanwhile.
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { path } from '../answers.ts'
import type { RunningGatehouse } from '../contenders/gatehouse.ts'
import { memoryBytes } from '../process.ts'
import type { Result } from './case.ts'
import { format } from './case.ts'

const answerBytes = 1024 ** 3
const bytesPerSecond = 1024 ** 2

export async function slowReader(ours: RunningGatehouse, seconds: number): Promise<Result> {
  const before = memoryBytes(ours.pid)
  const samples: number[] = []
  const read = await readSlowly(ours.base + path(`bytes-${answerBytes}`), ours.headers, {
    seconds,
    each: () => samples.push(memoryBytes(ours.pid)),
  })
  const most = Math.max(...samples)
  const grown = (most - before) / 1e6
  return {
    title: 'A slow reader of 1 GB',
    how: `The upstream sends 1 GB as fast as it is accepted; the reader reads 1 MB/s for ${seconds} s and disconnects.`,
    columns: ['read MB', 'memory before MB', 'peak MB'],
    rows: [[format(read / 1e6), format(before / 1e6), format(most / 1e6)]],
    targets: [
      {
        name: 'slow reader: memory grown',
        value: { median: grown, least: grown, most: grown },
        // forwarded data is garbage until the young generation is full
        limit: 64,
        unit: 'MB',
        guard: 128,
      },
    ],
    notes: [],
    values: { before, samples },
  }
}

/** Reads a tenth of a second's share ten times a second. */
function readSlowly(
  url: string,
  headers: Readonly<Record<string, string>>,
  options: { seconds: number; each: () => void },
): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = 0
    const request = get(url, { headers, agent: false }, async (answer) => {
      answer.on('error', () => {}) // the client disconnects before its end
      answer.on('readable', () => {})
      for (let tick = 1; tick <= options.seconds * 10; tick++) {
        const target = (tick * bytesPerSecond) / 10
        while (received < target) {
          const part: unknown = answer.read(Math.min(target - received, answer.readableLength))
          if (!Buffer.isBuffer(part)) break
          received += part.length
        }
        if (tick % 10 === 0) options.each()
        await sleep(100)
      }
      request.destroy()
      resolve(received)
    })
    request.once('error', reject)
  })
}
