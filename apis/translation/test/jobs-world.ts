// Voice jobs as the tests of their limits call them: with an engine that hears a script, and keys that can be revoked.
import { createSeededRandom, openWorld as open } from '#provider/test'
import api from '../api.ts'
import { openTranslation } from '../provider/open.ts'
import type { Speaker } from '../provider/voice/speech.ts'
import provider from '../provider.ts'
import { scriptedSpeech } from './scripted-speech.ts'

/** Half a second of silence: a RIFF file of 16-bit samples of one channel at 16 kHz. */
export const recording = (() => {
  const bytes = Buffer.alloc(44 + 16_000)
  bytes.write('RIFF', 0, 'latin1')
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(16_000, 24)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(16_000, 40)
  return bytes
})()

interface JobsWorldOptions {
  readonly database?: Parameters<typeof open>[2]
  readonly speaker?: Speaker
}
/** Worlds on one database must not draw the same ids. */
let worlds = 0

export async function openJobsWorld({ database, speaker }: JobsWorldOptions = {}) {
  const config = { apertium: false, pocketsphinx: false, flite: false }
  const speech = scriptedSpeech()
  speech.script = [{ text: 'the cat sleeps', startMs: 0, endMs: 400, isFinal: true }]
  const engines = { hearing: [speech], speaking: speaker ? [speaker] : [] }
  const revoked = new Set<string>()
  const scripted = {
    ...provider,
    open: async (kit: Parameters<typeof openTranslation>[0]) => openTranslation(kit, engines),
  }
  const random = createSeededRandom(700 + worlds++)
  const keyWorks = async (key: string) => !revoked.has(key)
  const world = await open(api, scripted, { ...database, kit: { random, config, keyWorks } })
  const pathOf = (address: unknown) => new URL(String(address)).pathname.replace('/v1/proxy/translation', '')
  const signed = (signature: unknown) => ({ authorization: `DeepL-Signature ${signature}` })
  const jobs = '/v1/jobs/voice/translate'
  return {
    ...world,
    revoked,
    begin: (account: string, { key = 'key_a', target = {} } = {}) =>
      world.ask(jobs, {
        ...{ method: 'POST', account, key },
        body: {
          source_file: { name: 'a.wav', content_type: 'audio/wav', content_length: recording.length },
          targets: [{ language: 'de', type: 'text/plain', ...target }],
        },
      }),
    send: (job: Record<string, unknown>, body: AsyncIterable<Buffer>) =>
      world.ask(pathOf(job.upload_url), { method: 'PUT', body, account: '', headers: signed(job.signature) }),
    /** The only result. */
    async result(job: Record<string, unknown>, account: string, key = 'key_a'): Promise<Record<string, unknown>> {
      return Object((await world.ask(`${jobs}/${job.job_id}`, { account, key })).body).results[0]
    },
    fetched: (result: Record<string, unknown>) =>
      world.ask<AsyncIterable<Buffer>>(pathOf(result.download_url), { account: '', headers: signed(result.signature) }),
  }
}
