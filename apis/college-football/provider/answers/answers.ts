// How answers are sent: short ones as values, long lists in pieces, so that no call holds the thread.
import { type Chunks, type Reply, reply } from '#define'
import { createPacer, sampleHeaders } from '#provider'
import type { Game, League } from '../league/records.ts'
import type { PlayColumns } from '../plays/columns.ts'

/** What a call is answered from. */
export interface Data {
  readonly league: League
  readonly nowMs: number
  /** Plays of a game in progress up to now; undefined for any other. */
  playsNow(game: Game): { readonly plays: PlayColumns; readonly to: number } | undefined
}

/** Rows, with an undefined one wherever a long computation may be interrupted. */
export type Rows<Row> = Iterable<Row | undefined>

/** More rows than these, or rows that take longer, are sent in pieces. */
const fewRows = 200
const soonMs = 8
const pieceLength = 64 * 1024

export function createAnswers(load: () => Promise<Data>) {
  return {
    /** Answers with one value. */
    value:
      <Input, Value>(respond: (data: Data, input: Input) => Value) =>
      async (input: Input): Promise<Reply<Value>> => {
        const data = await load()
        return reply(respond(data, input), { headers: sampleHeaders(data.league.isSample) })
      },
    /** Answers with a list. */
    list:
      <Input, Row>(respond: (data: Data, input: Input) => Rows<Row>) =>
      async (input: Input): Promise<Reply<Row[]> | Reply<Chunks>> => {
        const data = await load()
        const headers = sampleHeaders(data.league.isSample)
        const pause = createPacer()
        const rows = respond(data, input)[Symbol.iterator]()
        const first: Row[] = []
        const sendBy = performance.now() + soonMs
        while (first.length < fewRows && (first.length === 0 || performance.now() < sendBy)) {
          const { value, done } = rows.next()
          if (done) return reply(first, { headers })
          if (value !== undefined) first.push(value)
          const pausing = pause()
          if (pausing) await pausing
        }
        return reply(pieces(first, rows, pause), {
          headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
        })
      },
  }
}

async function* pieces<Row>(
  first: readonly Row[],
  rest: Iterator<Row | undefined>,
  pause: () => Promise<void> | undefined,
): AsyncGenerator<string> {
  let piece = `[${first.map((row) => JSON.stringify(row)).join(',')}`
  for (let next = rest.next(); !next.done; next = rest.next()) {
    if (next.value !== undefined) piece += `,${JSON.stringify(next.value)}`
    if (piece.length > pieceLength) {
      yield piece
      piece = ''
    }
    const pausing = pause()
    if (pausing) await pausing
  }
  yield `${piece}]`
}
