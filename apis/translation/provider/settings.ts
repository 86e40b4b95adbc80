// What the operator sets in `<data>/config/translation.json`.

export interface ModelSettings {
  /** A model of model routing, by its name there. */
  readonly name: string
  /** Whose channels and budget it uses; none by default. */
  readonly account: string | undefined
  /** Languages it translates between; all languages we list by default. */
  readonly languages: readonly string[] | undefined
}
export interface Settings {
  /** Characters an account may use in a month. */
  readonly charactersPerMonth: number
  /** A free plan has no `/v2/write` and a shorter usage report. */
  readonly plan: 'free' | 'pro'
  readonly model: ModelSettings | undefined
  /** Whether Apertium translates where it is installed; default yes. */
  readonly apertium: boolean
  /** Whether PocketSphinx listens where it is installed; default yes. */
  readonly pocketsphinx: boolean
  /** Whether Flite speaks where it is installed; default yes. */
  readonly flite: boolean
}

/** The provider writes "no limit" so. */
export const unlimited = 1_000_000_000_000

/** Throws a sentence for the operator where the file is wrong. */
export function readSettings(config: unknown): Settings {
  const file = Object(config ?? {})
  for (const name of Object.keys(file))
    if (!['charactersPerMonth', 'plan', 'model', 'apertium', 'pocketsphinx', 'flite'].includes(name))
      throw wrong(`does not have ${name}`)
  const { charactersPerMonth = unlimited, plan = 'pro', model } = file
  const { apertium = true, pocketsphinx = true, flite = true } = file
  if (!Number.isSafeInteger(charactersPerMonth) || charactersPerMonth < 0)
    throw wrong('takes a whole number as charactersPerMonth')
  if (plan !== 'free' && plan !== 'pro') throw wrong('takes "free" or "pro" as plan')
  if (typeof apertium !== 'boolean') throw wrong('takes true or false as apertium')
  if (typeof pocketsphinx !== 'boolean') throw wrong('takes true or false as pocketsphinx')
  if (typeof flite !== 'boolean') throw wrong('takes true or false as flite')
  const known = { charactersPerMonth, plan, apertium, pocketsphinx, flite }
  return { ...known, model: model === undefined ? undefined : modelOf(model) }
}

function modelOf(value: unknown): ModelSettings {
  const { name, account, languages } = Object(value)
  if (typeof name !== 'string' || name === '') throw wrong('needs a name of a model in model')
  if (account !== undefined && typeof account !== 'string') throw wrong('takes the id of an account in model.account')
  if (languages !== undefined && !isStrings(languages)) throw wrong('takes a list of codes in model.languages')
  return { name, account, languages }
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

const wrong = (what: string) => new Error(`config/translation.json ${what}`)
