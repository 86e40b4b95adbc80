// The rules by which the built-in chat model answers in words. The first that applies answers; the last always applies
// and says what the model is.
import { present } from '#define/present'
import { calculated } from '../text/arithmetic.ts'
import { hashOf, wordsOf } from '../text/words.ts'
import type { Prompt } from './prompt.ts'

export interface RuledAnswer {
  /** Name of the rule, for the model's reasoning. */
  readonly rule: string
  readonly text: string
}
/** Picks one of several equivalent wordings. */
type Draw = (options: readonly string[]) => string

const whatIAm = 'a set of rules built into this gateway, not a language model'

interface Rule {
  readonly name: string
  answer(prompt: Prompt, draw: Draw): string | undefined
}

const rules: readonly Rule[] = [
  {
    name: 'results of tools',
    answer: ({ results }) => (results.length > 0 ? results.map(describe).join('\n') : undefined),
  },
  { name: 'arithmetic', answer: ({ text }) => calculated(text) },
  { name: 'repeat', answer: ({ text }) => repeated(text) },
  {
    name: 'greeting',
    answer: (prompt, draw) =>
      /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day))\b(?:\W+\w+){0,3}\W*$/iu.test(prompt.text)
        ? `${draw(['Hello!', 'Hi!', 'Good day!', 'Greetings!'])} I am ${whatIAm}.${aside(prompt)}`
        : undefined,
  },
]

/** Returns the answer of the first rule that applies, which is never empty. */
export function answerInWords(prompt: Prompt, draw: Draw): RuledAnswer {
  for (const { name, answer } of rules) {
    const text = answer(prompt, draw)
    if (text !== undefined && text !== '') return { rule: name, text }
  }
  const echo = prompt.text.trim() === '' ? 'You said nothing that I can read.' : `You said: ${prompt.text.trim()}`
  return { rule: 'none fits', text: `I am ${whatIAm}.${aside(prompt)} ${echo}` }
}

/** Mentions what accompanied the text: system instructions, pictures, sounds. */
function aside({ system, unseen }: Prompt): string {
  const words = wordsOf(system).length
  const seen = words === 0 ? '' : ` I have read the system's instructions (${words} words), but no rule follows them.`
  return unseen.length === 0 ? seen : `${seen} I cannot look at what came with it (${unseen.join(', ')}).`
}

function describe({ name, text, isError }: Prompt['results'][number]): string {
  return `${name} ${isError ? 'failed' : 'answered'}: ${text.trim() || 'nothing'}`
}

/** "Say this is a test" and the like, as in the first example of SDKs; "say something about …" asks for more. */
function repeated(text: string): string | undefined {
  const form =
    /^\W*(?:please )?(?:repeat(?: after me)?|say|reply with(?: exactly)?|answer with(?: exactly)?)\s*:?\s+(.+)$/is
  const echo = form.exec(text.trim())?.[1]?.trim()
  if (echo === undefined || /^(?:something|anything|what|how|why|if)\b/i.test(echo)) return undefined
  return /^["“](.+)["”][.!]?$/s.exec(echo)?.[1] ?? echo
}

/** Picks by seed and index of the choice, so that the same call gets the same; the first wording without a seed. */
export function createDraw(seed: number | undefined, choice: number): Draw {
  let drawn = 0
  return (options) => {
    const first = seed === undefined ? 0 : hashOf(String(seed), drawn++)
    return present(options[(first + choice) % options.length])
  }
}
