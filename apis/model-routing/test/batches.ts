// Batches as a test creates them and waits for them, with the vendors' SDKs.
import { toFile } from 'openai'
import { until } from '../../../tests/harness/until.ts'
import type { KnownJson, World } from './world.ts'

export const chatPath = '/v1/chat/completions'
type Line = Readonly<Record<string, unknown>>

export const chatLine = (id: string, content = 'Say: low', more: object = {}): Line => ({
  custom_id: id,
  method: 'POST',
  url: chatPath,
  body: { model: 'asked-model', messages: [{ role: 'user', content }], ...more },
})

/** A file of calls. */
export const uploaded = async ({ openai }: World, lines: readonly (Line | string)[]) => {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  return (await openai.files.create({ file: await toFile(Buffer.from(text), 'calls.jsonl'), purpose: 'batch' })).id
}
export const begun = async (world: World, lines: readonly (Line | string)[], endpoint: string = chatPath) =>
  world.openai.batches.create({
    input_file_id: await uploaded(world, lines),
    endpoint: endpoint as typeof chatPath, // paths of the test
    completion_window: '24h',
  })
/**
 * Waits for the end of a batch, moving the clock by `stepMs` with each look: the answer that asks to wait may be read
 * only after the first move, and is waited for from then on.
 */
export const ended = async ({ openai, clock }: World, id: string, stepMs = 0) => {
  let batch = await openai.batches.retrieve(id)
  await until(async () => {
    clock.ms += stepMs
    batch = await openai.batches.retrieve(id)
    return ['completed', 'failed', 'cancelled', 'expired'].includes(batch.status)
  }, 'the end of a batch')
  return batch
}
/** Waits for the end of a batch of messages, as `ended` does. */
export const messagesEnded = async ({ anthropic, clock }: World, id: string, stepMs = 0) => {
  let batch = await anthropic.messages.batches.retrieve(id)
  await until(async () => {
    clock.ms += stepMs
    batch = await anthropic.messages.batches.retrieve(id)
    return batch.processing_status === 'ended'
  }, 'the end of a batch of messages')
  return batch
}
/** Lines of a file of results by custom id. */
export const linesIn = async ({ openai }: World, file: string | null | undefined) => {
  const text = file == null ? '' : await (await openai.files.content(file)).text()
  const lines: KnownJson[] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return new Map(lines.map((line) => [String(line.custom_id), line]))
}
