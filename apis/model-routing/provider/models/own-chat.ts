// The gateway's own chat models: those that answer by rules, and the fine-tunes of an account. No channel gets their
// calls.
import type { Call } from '#define'
import type { Batches } from '../wire/batches.ts'
import type { ChatRequest } from '../wire/chat-request.ts'
import { ModelError } from '../wire/model-error.ts'
import { joinAnswers, splitPrompts } from '../wire/text-prompts.ts'
import type { Learned, Match } from './built-in/chat/examples.ts'
import { chat, matchOf, type Tuned } from './built-in/chat.ts'
import { builtInFor, mostChoices } from './built-in/models.ts'
import { isTunedName } from './stored/learning.ts'

export interface OwnAnswer {
  readonly model: string
  readonly events: Batches
  /** The training example that a fine-tune answers from: file, line and similarity. */
  readonly example: string | undefined
  /** The number of the rule of a script that gave the answer. */
  readonly script?: number | undefined
}
/** The chat of the gateway's own models, as the router sees it. */
export interface OwnChat {
  /** True if a name is in the gateway's own namespace, even if no such model exists. */
  owns(model: string): boolean
  /**
   * Answers a chat; for other names the gateway's first chat model does. Throws ModelError 'missing' for an own name
   * without a model.
   */
  answer(call: Call, request: ChatRequest): Promise<OwnAnswer>
}
interface OwnChatDeps {
  /** Finds the knowledge of a fine-tune of the account; undefined if the account lacks the model. */
  readonly learnedBy: (account: string, model: string) => Promise<Learned | undefined>
}

/** The work of the models themselves for an account. */
export function createOwnChat({ learnedBy }: OwnChatDeps) {
  async function findTuned(account: string, model: string): Promise<Tuned> {
    const learned = await learnedBy(account, model)
    if (learned) return { model, learned }
    const message = `The model '${model.slice(0, 200)}' does not exist`
    throw new ModelError('missing', message, { code: 'model_not_found', param: 'model' })
  }
  return {
    async answer(account: string, request: ChatRequest): Promise<OwnAnswer> {
      const tuned = isTunedName(request.model) ? await findTuned(account, request.model) : undefined
      const model = tuned?.model ?? builtInFor('chat', request.model)
      const prompts = splitPrompts(request)
      if (prompts.length * request.n > mostChoices) throw tooManyChoices()
      const answers = prompts.map((prompt) => chat(prompt, tuned))
      const match = prompts.length === 1 ? matchOf(request, tuned) : undefined
      return { model, events: joinAnswers(answers, request.n), example: match && describe(match) }
    },
  }
}

const tooManyChoices = () =>
  new ModelError('invalid', `The built-in models give at most ${mostChoices} choices in one call: prompts times n.`, {
    param: 'n',
  })

const describe = ({ example, likeness }: Match): string =>
  `${example.file}; line=${example.line}; likeness=${likeness.toFixed(2)}`
