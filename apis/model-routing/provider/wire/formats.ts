// The four wires by name.

import { anthropic } from './anthropic.ts'
import { completions } from './completions.ts'
import type { Format } from './format.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import type { Wire } from './wire.ts'

export const formats: Readonly<Record<Wire, Format>> = { openai, anthropic, gemini, completions }
