// Handler of responses/compact, for models that no channel serves: user messages stay, everything else goes in short
// form into one sealed item, which can be sent back and is expanded here (SOURCES 3.16). Rules shorten it; no model
// runs.
import type { Call } from '#define'
import { refused } from '../../errors.ts'
import { countText } from '../../tokens/text-tokens.ts'
import type { Json } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { type SealDeps, seal, unseal } from './seal.ts'
import type { StoredDeps } from './stored-deps.ts'

interface CompactionRequest {
  readonly model: string | null
  readonly input?: string | readonly Json[] | null | undefined
  readonly instructions?: string | null | undefined
  readonly previous_response_id?: string | null | undefined
}
/** One message or action, in short form. */
interface Kept {
  readonly by: string
  readonly text: string
}

export const createCompaction = (deps: StoredDeps) => ({
  async compactResponse({ body }: { readonly body: CompactionRequest }, { account }: Call) {
    const { input, instructions, previous_response_id: previous } = body
    if (previous)
      throw wrong('previous_response_id', 'Responses are not kept here: send the items of the conversation as input.')
    const items = itemsOf(input)
    if (items.length === 0) throw wrong('input', 'There is nothing to compact.')
    const kept: Kept[] = []
    const messages: Json[] = []
    let tokens = await countText(instructions ?? '', body.model ?? '')
    for (const [index, item] of items.entries()) {
      const before = await compacted(deps, account, item, `input[${index}]`)
      if (before) kept.push(...before)
      else if (isUserMessage(item)) messages.push(item)
      else kept.push(shortOf(item))
      tokens += await countText(before ? before.map(({ text }) => text).join('\n') : textOf(item), body.model ?? '')
    }
    const short = withinBounds(kept)
    const output = await countText(short.map(({ text }) => text).join('\n'), body.model ?? '')
    const id = () => deps.random.bytes(12).toString('hex')
    return {
      id: `resp_${id()}`,
      object: 'response.compaction' as const,
      created_at: Math.floor(deps.now() / 1000),
      output: [
        ...messages.map((message) => ({ ...message })),
        { type: 'compaction', id: `cmp_${id()}`, encrypted_content: await seal(deps, account, JSON.stringify(short)) },
      ],
      usage: {
        input_tokens: tokens,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: tokens + output,
      },
    }
  },
})

/** Opens a compaction item of this account; undefined if it was made elsewhere or changed. */
export async function openCompaction(
  deps: SealDeps,
  account: string,
  sealed: string,
): Promise<readonly Kept[] | undefined> {
  const text = await unseal(deps, account, sealed)
  // sealed by `compactResponse` alone
  return text === undefined ? undefined : (JSON.parse(text) as Kept[])
}

function itemsOf(input: CompactionRequest['input']): readonly Json[] {
  if (typeof input !== 'string') return input ?? []
  const content = [{ type: 'input_text', text: input }]
  return input === '' ? [] : [{ type: 'message', role: 'user', content }]
}

/** The content of an earlier compaction; undefined for an item of another type. */
async function compacted(
  deps: SealDeps,
  account: string,
  item: Json,
  name: string,
): Promise<readonly Kept[] | undefined> {
  if (item.type !== 'compaction' && item.type !== 'compaction_summary') return undefined
  const { encrypted_content: sealed } = item
  const opened = typeof sealed === 'string' ? await openCompaction(deps, account, sealed) : undefined
  if (!opened) throw wrong(`${name}.encrypted_content`, 'This compaction was not made here, or was changed.')
  return opened
}

const isUserMessage = ({ type, role }: Json) => (type === undefined || type === 'message') && role === 'user'

function shortOf(item: Json): Kept {
  const { type, role } = item
  const by = typeof role === 'string' ? role : typeof type === 'string' ? type : 'item'
  return { by: by.slice(0, 40), text: shortText(textOf(item)) }
}

/** Returns all text of an item, at any depth. */
function textOf(value: unknown, depth = 8): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth === 0) return ''
  if (Array.isArray(value)) return value.map((one) => textOf(one, depth - 1)).join('\n')
  const { content, text, summary, name, output, arguments: callArguments } = Object(value)
  return [name, callArguments, text, summary, content, output]
    .filter((one) => one !== undefined && one !== null)
    .map((one) => textOf(one, depth - 1))
    .filter((one) => one !== '')
    .join('\n')
}

const longestKept = 600
const mostKept = 400

/** The beginning and the end, which say most about the request and its result. */
function shortText(text: string): string {
  const tidy = text.replace(/\s+/g, ' ').trim()
  if (tidy.length <= longestKept) return tidy
  const half = longestKept / 2
  return `${tidy.slice(0, half).toWellFormed()} … ${tidy.slice(-half).toWellFormed()}`
}

/** The first and the latest, when there are very many. */
function withinBounds(kept: readonly Kept[]): readonly Kept[] {
  if (kept.length <= mostKept) return kept
  return [...kept.slice(0, mostKept / 4), ...kept.slice(-(mostKept * 3) / 4)]
}

const wrong = (param: string, message: string) =>
  refused(new ModelError('invalid', message, { param, code: 'invalid_value' }))
