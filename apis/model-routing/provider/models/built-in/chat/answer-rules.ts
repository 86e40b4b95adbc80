// The rules by which the built-in chat model answers in words. The first that fits answers; the last always fits and says what the model is.
import { calculated } from '../text/arithmetic.ts'
import { extract, extractedBy } from '../text/extraction.ts'
import { carriedOut, linesOf } from '../text/instructions.ts'
import { hashOf, meaningfulStems, sentencesOf, wordsOf } from '../text/words.ts'
import type { Prompt } from './prompt.ts'

export interface RuledAnswer {
  /** Name of the rule, told as reasoning. */
  readonly rule: string
  readonly text: string
}
/** Draws one of several equal wordings. */
export type Draw = (options: readonly string[]) => string

const whatIAm = 'a set of rules built into this gateway, not a language model'

interface Rule {
  readonly name: string
  answer(prompt: Prompt, draw: Draw): string | undefined
}

const rules: readonly Rule[] = [
  {
    name: 'results of tools',
    answer: ({ results }) => (results.length > 0 ? results.map(sayResult).join('\n') : undefined),
  },
  { name: 'arithmetic', answer: ({ text }) => calculated(text) },
  { name: 'repeat', answer: ({ text }) => repeated(text) },
  {
    name: 'identity',
    answer: ({ text }) =>
      /\b(?:who|what) are you\b|\bwhat(?: \w+)? model\b|\bare you (?:an? )?(?:ai|gpt|llm|language model|human|claude|chatgpt)\b|\byour name\b/i.test(
        text,
      )
        ? `I am ${whatIAm}.`
        : undefined,
  },
  { name: 'extraction', answer: ({ text }) => extracted(text) },
  { name: 'summary', answer: ({ text }) => summed(text) },
  { name: 'counting', answer: ({ text }) => counted(text) },
  { name: 'text edit', answer: ({ text }) => edited(text) },
  { name: 'list', answer: ({ text }) => listed(text) },
  {
    name: 'greeting',
    answer: ({ text, ...prompt }, draw) =>
      /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|howdy)\b(?:\W+\w+){0,3}\W*$/iu.test(text)
        ? `${draw(['Hello!', 'Hi!', 'Good day!', 'Greetings!'])} I am ${whatIAm}.${aside({ text, ...prompt })}`
        : undefined,
  },
  {
    name: 'thanks',
    answer: ({ text }, draw) =>
      /^\W*(?:many thanks|thanks|thank you|thx)\b/i.test(text)
        ? draw(['You are welcome.', 'My pleasure.', 'Gladly.', 'Not at all.'])
        : undefined,
  },
]

/** Never empty. */
export function answerInWords(prompt: Prompt, draw: Draw): RuledAnswer {
  for (const { name, answer } of rules) {
    const text = answer(prompt, draw)
    if (text !== undefined && text !== '') return { rule: name, text: inManner(text, prompt.system) }
  }
  const said = prompt.text.trim() === '' ? 'You said nothing that I can read.' : `You said: ${prompt.text.trim()}`
  return { rule: 'none fits', text: inManner(`I am ${whatIAm}.${aside(prompt)} ${said}`, prompt.system) }
}

/** What stood beside the words: instructions of the system, pictures, sounds. */
function aside({ system, unseen }: Prompt): string {
  const words = wordsOf(system).length
  const seen =
    words === 0 ? '' : ` I have read the system's instructions (${words} words) and follow them as far as rules can.`
  return unseen.length === 0 ? seen : `${seen} I cannot look at what came with it (${unseen.join(', ')}).`
}

/** Instructions of the system that are about the form alone. */
function inManner(text: string, system: string): string {
  if (system === '') return text
  let out = text
  const sentence = /\b(?:in|with|only) (?:one|a single) sentence\b/i.test(system) ? sentencesOf(out)[0] : undefined
  if (sentence !== undefined) out = sentence
  if (/\b(?:all caps|upper ?-?case|capital letters)\b/i.test(system)) out = out.toUpperCase()
  else if (/\blower ?-?case\b/i.test(system)) out = out.toLowerCase()
  const start = /\b(?:begin|start|prefix)\b[^."“]{0,60}["“']([^"”']{1,200})["”']/i.exec(system)?.[1]
  const end = /\b(?:end|finish|close|sign)\b[^."“]{0,60}["“']([^"”']{1,200})["”']/i.exec(system)?.[1]
  const only =
    /\b(?:only (?:say|answer|reply|respond)|(?:always|only) (?:say|answer|reply|respond)(?: with)?(?: exactly)?)[^."“]{0,30}["“']([^"”']{1,500})["”']/i.exec(
      system,
    )?.[1]
  if (only !== undefined) return only
  if (start !== undefined) out = `${start} ${out}`
  return end === undefined ? out : `${out} ${end}`
}

function sayResult({ name, text, isError }: Prompt['results'][number]): string {
  if (isError) return `${name} failed: ${text.trim() || 'it said nothing.'}`
  return `${name}: ${readable(text).trim() || 'it gave nothing back.'}`
}

/** The members of a JSON object as `name value` in a row; other text as it is. */
function readable(text: string): string {
  if (!/^\s*\{/.test(text) || text.length > 20_000) return text
  try {
    const parsed: unknown = JSON.parse(text)
    const pairs = Object.entries(Object(parsed))
    return pairs
      .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(', ')
  } catch {
    return text
  }
}

const repeatForm =
  /^\W*(?:please |can you |could you |now )*(?:repeat|say|echo|write|output|print|(?:reply|respond|answer)(?: with)?)(?: (?:exactly|only|just|back|after me|this|the (?:words?|following|phrase|text)|exactly this))*\s*[:,]?\s*(.+)$/is
function repeated(text: string): string | undefined {
  const found = repeatForm.exec(text.trim())?.[1]?.trim()
  if (found === undefined) return undefined
  const quoted = /^["“'`](.+?)["”'`][.!]?$/s.exec(found)?.[1]
  if (quoted !== undefined) return quoted
  // "say this is a test" repeats; "write a poem about …" and "answer in one word" ask for more than that
  const isWish =
    /^(?:me\b|an? |some\b|the\b|in\b|my\b|your\b|about\b|to\b|by\b|as\b|if\b|whether\b|how\b|what\b|why\b|it\b|that\b|something\b|code\b|\d+ )/i.test(
      found,
    )
  if (/^\W*(?:please |can you |could you )*write/i.test(text) || (isWish && !/:\s/.test(text.slice(0, 80))))
    return undefined
  return /^(?:this|that) is\b/i.test(found) || !/\bthis\b/i.test(text.slice(0, 20)) ? found : `this ${found}`
}

/** Instruction and text: after a colon or a line break, else the quoted text. */
function instructionAndText(text: string): readonly [string, string] | undefined {
  const cut = /^([^:\n]{3,200})(?::|\n)\s*(\S[\s\S]*)$/u.exec(text)
  if (cut) return [cut[1] ?? '', cut[2] ?? '']
  const [from, to] = [text.search(/["“]/u), Math.max(text.lastIndexOf('"'), text.lastIndexOf('”'))]
  if (from < 3 || from > 200 || to <= from + 1 || /\p{L}/u.test(text.slice(to, to + 200))) return undefined
  return [text.slice(0, from).trim(), text.slice(from + 1, to)]
}

function extracted(text: string): string | undefined {
  const asked =
    /\b(?:extract|find|list|give me|pull out|which)\b(?: \w+){0,4}? ((?:e-?mails?|urls?|links?|phone|telephone|dates?|times?|numbers?|amounts?|prices?|names?|quotes?)\b)/i.exec(
      text,
    )
  if (!asked) return undefined
  const kind = extractedBy(asked[1] ?? '')
  const [, rest] = instructionAndText(text) ?? ['', text.slice((asked.index ?? 0) + asked[0].length)]
  if (kind === undefined || rest.trim() === '') return undefined
  const found = extract(kind, rest)
  return found.length === 0 ? 'There are none.' : found.join('\n')
}

function summed(text: string): string | undefined {
  if (!/\b(?:summari[sz]e|summary|tl;?dr|in short|shorten)\b/i.test(text.slice(0, 300))) return undefined
  const [, rest] = instructionAndText(text) ?? []
  if (rest === undefined) return undefined
  const wanted = Number(/\b(\d) sentences?\b/i.exec(text)?.[1] ?? (/\bone sentence\b/i.test(text) ? 1 : 2))
  return mainSentences(rest, wanted).join(' ')
}

/** The first sentence, and of the others those with the most frequent words, in the order of the text. */
export function mainSentences(text: string, wanted: number): string[] {
  const sentences = sentencesOf(text).slice(0, 400)
  const counts = new Map<string, number>()
  for (const stem of meaningfulStems(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const weight = (sentence: string) => {
    const stems = meaningfulStems(sentence)
    return stems.reduce((sum, stem) => sum + (counts.get(stem) ?? 0), 0) / Math.max(4, stems.length)
  }
  const ranked = sentences.map((sentence, at) => ({ sentence, at, weight: at === 0 ? Infinity : weight(sentence) }))
  return ranked
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, Math.max(1, wanted))
    .sort((a, b) => a.at - b.at)
    .map(({ sentence }) => sentence)
}

function counted(text: string): string | undefined {
  const asked = /\b(?:count|how many)\b(?: the)?(?: \w+)? ?\b(words|letters|characters|sentences|lines)\b/i.exec(text)
  const [, rest] = instructionAndText(text) ?? []
  if (!asked || rest === undefined) return undefined
  const kind = asked[1]?.toLowerCase()
  if (kind === 'words') return String(wordsOf(rest).length)
  if (kind === 'letters') return String(rest.match(/\p{L}/gu)?.length ?? 0)
  if (kind === 'sentences') return String(sentencesOf(rest).length)
  return String(kind === 'lines' ? rest.split('\n').length : [...rest].length)
}

function edited(text: string): string | undefined {
  const [instruction, rest] = instructionAndText(text) ?? []
  if (instruction === undefined || rest === undefined) return undefined
  const tidy =
    instruction
      .replace(
        /^(?:please )?(?:convert|rewrite|put|make|write)(?: (?:this|the|it|following|text|sentence|in|into|to|a))*\b/i,
        '',
      )
      .trim() || instruction
  return carriedOut(instruction, rest) ?? carriedOut(tidy, rest)
}

function listed(text: string): string | undefined {
  const found = /\b(?:list|bullets?|bullet points)\b[^:]{0,60}:\s*([\s\S]+)$/i.exec(text)?.[1]
  return found === undefined
    ? undefined
    : linesOf(found)
        .map((line) => `- ${line.replace(/[.]$/, '')}`)
        .join('\n')
}

/** Draws by seed and number of the answer, so that the same call draws the same; the first wording without a seed. */
export function createDraw(seed: number | undefined, choice: number): Draw {
  let drawn = 0
  return (options) => {
    const first = seed === undefined ? 0 : hashOf(String(seed), drawn++)
    return options[(first + choice) % options.length] ?? ''
  }
}
