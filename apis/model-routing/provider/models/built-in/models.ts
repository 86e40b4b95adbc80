// The models that need no provider: they are part of the gateway, answer by rules and need no network. They are not
// language models.
import { ModelError } from '../../wire/model-error.ts'

/** Abilities of the gateway's own models. */
type BuiltInAbility =
  | 'chat'
  | 'embeddings'
  | 'rerank'
  | 'moderations'
  | 'speech'
  | 'images'
  | 'transcription'
  | 'edits'
  | 'decisions'
  | 'search'
interface BuiltInModel {
  readonly id: string
  readonly abilities: readonly BuiltInAbility[]
  /** One sentence for lists of models. */
  readonly title: string
  /** Unix seconds; when the rules of this version were written. */
  readonly created: number
  readonly ownedBy: string
}

const created = Date.UTC(2026, 10, 20) / 1000
const model = (name: string, abilities: readonly BuiltInAbility[], title: string): BuiltInModel => ({
  id: `gatehouse/${name}`,
  abilities,
  title,
  created,
  ownedBy: 'gatehouse',
})

/** The first with an ability answers for names that no channel serves. */
export const builtInModels: readonly BuiltInModel[] = [
  model('chat-1', ['chat', 'edits', 'decisions'], 'Answers by rules: sums, repetition, tools, JSON.'),
  model('echo-1', ['chat'], 'Repeats the prompt.'),
  model('embed-1', ['embeddings'], 'Hashes words, stems and letter groups into vectors of unit length.'),
  model('rerank-1', ['rerank'], 'Ranks documents by the words they share with the query.'),
  model('moderate-1', ['moderations'], 'Finds harmful content by a list of phrases; it sees no pictures.'),
  model(
    'speak-1',
    ['speech'],
    'Says English where Flite is installed, else plays a tone for each character; listen-1 reads the text back.',
  ),
  model('listen-1', ['transcription'], 'Reads the text of recordings of speak-1; it does not know human speech.'),
  model(
    'draw-1',
    ['images'],
    'Draws shapes in the colours that the prompt names; every picture is marked as a sample.',
  ),
  model('edit-1', ['edits'], 'Edits texts by a few instructions.'),
  model('decide-1', ['decisions'], 'Answers closed questions by the words of text and question.'),
  model('search-1', ['search'], 'Searches the books that this gateway has.'),
]

/** True if a name is in the gateway's own namespace, even if no such model exists. */
export const isBuiltIn = (name: string): boolean => name.startsWith('gatehouse/')

/** Prompts times n. Each choice costs its own work, and one call must not keep the models busy for others. */
export const mostChoices = 128

/** The chat model that answers when no channel is configured. */
export const chatModel = 'gatehouse/chat-1'

/**
 * Returns the gateway's model that answers for a name: itself if it is one of these, otherwise the first with that
 * ability. Throws ModelError 'missing' for a name in the gateway's own namespace that does not exist or lacks the
 * ability.
 */
export function builtInFor(ability: BuiltInAbility, name: unknown): string {
  const able = builtInModels.filter(({ abilities }) => abilities.includes(ability)).map(({ id }) => id)
  const isNamed = typeof name === 'string'
  if (isNamed && isBuiltIn(name) && !able.includes(name))
    throw new ModelError(
      'missing',
      `The model ${name.slice(0, 100)} does not exist or cannot do this. There is: ${able.join(', ')}.`,
      {
        param: 'model',
        code: 'model_not_found',
      },
    )
  return isNamed && able.includes(name) ? name : (able[0] ?? chatModel)
}
