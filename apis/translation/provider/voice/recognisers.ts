// Shares the recognisers of speech engines among accounts: one account has at most half of an engine's. If all are in
// use, a new caller takes over one that has received no audio for a while.
import { refuse } from '#define'
import type { Heard, Recogniser, SpeechEngine } from './speech.ts'

export interface Recognisers {
  /** Opens a recogniser at once; undefined if the account has its share, or none is free. */
  open(wanted: WantedRecogniser): Promise<Recogniser | undefined>
}
interface WantedRecogniser {
  readonly account: string
  readonly engine: SpeechEngine
  readonly language: string
  readonly terms: readonly string[]
}

/** Time without audio after which another caller may take over a recogniser. */
const silentMs = 10_000

export function createRecognisers(now: () => number): Recognisers {
  const holders = new Set<Holder>()
  const holdersOf = (engine: SpeechEngine) => [...holders].filter((holder) => holder.engine === engine)

  function take({ account, engine, language, terms }: WantedRecogniser): Recogniser | undefined {
    const own = holdersOf(engine).filter((holder) => holder.account === account)
    if (own.length >= Math.ceil(engine.most / 2)) return undefined
    const recogniser = engine.open({ language, terms })
    if (!recogniser) return undefined
    const holder = new Holder({ account, engine, recogniser, now })
    holders.add(holder)
    void recogniser.ended.then(() => holders.delete(holder))
    return holder
  }

  return {
    async open(wanted) {
      const recogniser = take(wanted)
      if (recogniser) return recogniser
      const { account, engine } = wanted
      const [longest] = holdersOf(engine)
        .filter((holder) => holder.account !== account && now() - holder.fedAt >= silentMs)
        .sort((a, b) => a.fedAt - b.fedAt)
      if (!longest) return undefined
      await longest.giveUp()
      return take(wanted)
    },
  }
}

interface HolderOptions {
  readonly account: string
  readonly engine: SpeechEngine
  readonly recogniser: Recogniser
  readonly now: () => number
}

/** A recogniser that can be taken from its holder. */
class Holder implements Recogniser {
  readonly account: string
  readonly engine: SpeechEngine
  /** Time of the latest audio; infinite while the engine works on it. */
  fedAt: number
  readonly #recogniser: Recogniser
  readonly #now: () => number
  #isTaken = false

  constructor({ account, engine, recogniser, now }: HolderOptions) {
    this.account = account
    this.engine = engine
    this.#recogniser = recogniser
    this.#now = now
    this.fedAt = now()
  }

  get ended(): Promise<void> {
    return this.#recogniser.ended
  }

  async write(samples: Buffer): Promise<void> {
    if (this.#isTaken) throw takenAway()
    this.fedAt = Number.POSITIVE_INFINITY
    try {
      await this.#recogniser.write(samples)
    } finally {
      this.fedAt = this.#now()
    }
  }

  end(): void {
    this.fedAt = Number.POSITIVE_INFINITY
    this.#recogniser.end()
  }

  get heard(): AsyncIterable<Heard> {
    return this.#heard()
  }

  async *#heard(): AsyncGenerator<Heard> {
    try {
      yield* this.#recogniser.heard
    } catch (error) {
      throw this.#isTaken ? takenAway() : error
    }
    if (this.#isTaken) throw takenAway()
  }

  close(): void {
    this.#recogniser.close()
  }

  /** Fails the recogniser for its holder; resolves once its place is free. */
  async giveUp(): Promise<void> {
    this.#isTaken = true
    this.#recogniser.close()
    await this.#recogniser.ended
  }
}

const takenAway = () =>
  refuse(429, { message: 'No audio came while others waited for a speech engine. Request a new session.' })
