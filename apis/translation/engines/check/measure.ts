// Measures an engine on texts with known translations.
import { present } from '#define/present'
import type { Engine, EngineOptions } from '../../provider/engines/engine.ts'
import { plainText } from '../../provider/piece.ts'
import { chrf2 } from './chrf.ts'

interface Measured {
  readonly chrf2: number
  /** The score of the untranslated source. */
  readonly copying: number
  /** Median time of a sentence, in milliseconds. */
  readonly p50Ms: number
}
export interface TextsInTwo {
  readonly source: string
  readonly target: string
  readonly texts: readonly string[]
  readonly references: readonly string[]
}

/** Measures the engine. The first text is translated once beforehand, because it makes engines load. */
export async function measure(engine: Engine, { source, target, texts, references }: TextsInTwo): Promise<Measured> {
  const { signal } = new AbortController()
  const options: EngineOptions = {
    source,
    target,
    formality: undefined,
    context: undefined,
    instructions: [],
    account: '',
    signal,
  }
  const translate = async (text: string) =>
    plainText((await engine.translate([[text]], options))[0]?.pieces ?? []).trim()
  await translate(present(texts[0]))
  const translations: string[] = []
  const times: number[] = []
  for (const text of texts) {
    const startedMs = performance.now()
    translations.push(await translate(text))
    times.push(performance.now() - startedMs)
  }
  times.sort((a, b) => a - b)
  return {
    chrf2: chrf2(translations, references),
    copying: chrf2(texts, references),
    p50Ms: present(times[Math.floor(times.length / 2)]),
  }
}
