// The chat of the gateway's own models with scripts before it: the first rule that a call matches gives the answer, and
// the built-in model answers all others.
import type { Call } from '#define'
import { present } from '#define/present'
import type { Scripts } from '#define/scripts'
import { mostChoices } from '../models/built-in/models.ts'
import type { OwnAnswer, OwnChat } from '../models/own-chat.ts'
import type { SearchInput } from '../router/guardrails/matching.ts'
import { countConversation } from '../tokens/conversation-tokens.ts'
import type { CountTexts } from '../tokens/count.ts'
import { oneBatch } from '../wire/batches.ts'
import type { ChatRequest } from '../wire/chat-request.ts'
import { ModelError } from '../wire/model-error.ts'
import { joinAnswers, splitPrompts } from '../wire/text-prompts.ts'
import { kindOf } from '../wire/upstream-error.ts'
import { firstMatch } from './matching.ts'
import { paced } from './paced.ts'
import { readScript } from './read-script.ts'
import type { Script, ScriptedError } from './script.ts'
import { countedTexts, scriptedEvents } from './scripted-events.ts'

interface ScriptedChatDeps {
  readonly chat: OwnChat
  readonly scripts: Scripts
  /** Searches texts on the API's own thread. */
  readonly search: (input: SearchInput, call: Call) => Promise<readonly boolean[]>
  readonly countsFor: (call: Call) => CountTexts
}

/** Creates the chat. Its answers throw ModelError where a rule asks for an error. */
export function createScriptedChat({ chat, scripts, search, countsFor }: ScriptedChatDeps): OwnChat {
  const read = new WeakMap<object, Script>()

  async function current(): Promise<Script | undefined> {
    const given = await scripts.current()
    if (given === undefined) return undefined
    const script = read.get(given) ?? readScript(given)
    read.set(given, script)
    return script
  }

  async function answerOne(call: Call, request: ChatRequest, { rules }: Script): Promise<OwnAnswer> {
    const index = await firstMatch(rules, request, (input) => search(input, call))
    if (index === undefined) return chat.answer(call, request)
    const { answers } = present(rules[index])
    const match = await scripts.countMatch(index)
    const answer = present(answers[Math.min(match, answers.length) - 1])
    const rule = index + 1
    if ('error' in answer) throw errorOf(answer.error, rule)
    const { input, output } = answer.usage
    const count = countsFor(call)
    const tokens = {
      prompt: input ?? (await countConversation(request, count)),
      answer: output ?? (await count(countedTexts(answer), request.model)),
    }
    const events = oneBatch(scriptedEvents(request, answer, `${rule}/${match}`, tokens))
    return { model: request.model, events, example: undefined, script: rule }
  }

  return {
    owns: chat.owns,
    async answer(call, request) {
      const script = await current()
      const prompts = splitPrompts(request)
      // the built-in model says what is too much
      if (!script || prompts.length * request.n > mostChoices) return chat.answer(call, request)
      const answers: OwnAnswer[] = []
      for (const prompt of prompts) answers.push(await answerOne(call, prompt, script))
      const first = present(answers[0])
      const batches = answers.map(({ events }) => events)
      const events = batches.length === 1 ? first.events : joinAnswers(batches, request.n)
      return { ...first, events: request.stream && script.pace ? paced(events, script.pace, call.signal) : events }
    },
  }
}

function errorOf({ status, message, code, retryAfterS }: ScriptedError, rule: number): ModelError {
  const said = message ?? `Rule ${rule} of the scripts asks for this error.`
  return new ModelError(kindOf(status), said, { status, code, retryAfterS })
}
