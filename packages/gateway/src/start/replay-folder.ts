// The recorded answers that are served in place of live providers (GATEHOUSE_REPLAY): the lines of all files of a
// folder.
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readLine } from '../account/answers/answer-line.ts'
import { createFixtures, type Fixtures } from '../account/answers/fixtures.ts'
import type { KeptAnswer } from '../account/answers/kept-answer.ts'
import { nextLine } from '../account/answers/lines.ts'
import { StartRefused } from '../process/start-refused.ts'

const mostBytes = 256 * 1024 * 1024

/** Reads the answers. Throws StartRefused with the line that is none. */
export async function readReplayFolder(folder: string, isStrict: boolean): Promise<Fixtures> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new StartRefused(`GATEHOUSE_REPLAY names ${folder}, which cannot be read: ${String(cause)}`)
  })
  const answers: KeptAnswer[] = []
  let bytes = 0
  for (const name of names.filter((one) => one.endsWith('.jsonl')).sort()) {
    const path = join(folder, name)
    for await (const { line, text } of nextLine(createReadStream(path))) {
      const read = text === undefined ? 'it is too long' : readLine(text)
      if (typeof read === 'string') throw new StartRefused(`${path}, line ${line}: ${read}.`)
      bytes += read.body.length
      if (bytes > mostBytes) throw new StartRefused(`The answers in ${folder} are more than 256 MiB. Remove some.`)
      answers.push(read)
    }
  }
  if (answers.length === 0)
    throw new StartRefused(
      `${folder} has no recorded answers. Make a file: gatehouse record export ${folder}/answers.jsonl`,
    )
  return createFixtures(answers, isStrict)
}
