// Sends responses: values and short lists whole, long lists as chunks of one JSON text.
import { type Chunks, type Reply, reply } from '#define'
import { paced, sampleHeaders } from '#provider'
import type { League } from '../model/records.ts'
import { sampleNote } from './sample-note.ts'
import { usesSample } from './sample-seasons.ts'

type Respond<Input, Answer> = (league: League, input: Input) => Answer
/** Converts a row, or a value, to another version of the wire format. */
type View = (shown: unknown) => unknown
/** Reports whether the response to an input comes from simulated seasons. */
type IsSample = (league: League, input: object) => boolean

export interface Answers {
  /** Sends a list; `isSample` is for inputs that do not name their seasons. */
  list<Input extends object, Row>(
    respond: Respond<Input, Iterable<Row>>,
    isSample?: IsSample,
  ): (input: Input) => Promise<Reply<Row[]> | Reply<Chunks>>
  value<Input extends object, Value>(respond: Respond<Input, Value>): (input: Input) => Promise<Reply<Value>>
}

/** Lists with fewer rows are sent whole. */
const fewRows = 200

/** Creates responses in the form that version 1 declares, or in that of a view. */
export function createAnswers(load: () => Promise<League>, view?: View): Answers {
  // handlers are typed by version 1; the result of a view is declared as unknown
  const shown = <T>(value: T): T => (view ? (view(value) as T) : value)
  return {
    list:
      (respond, isSample = usesSample) =>
      async (input) => {
        const league = await load()
        const isSampled = isSample(league, input)
        const headers = sampleHeaders(isSampled)
        const rows = respond(league, input)[Symbol.iterator]()
        const first = []
        // a handler refuses an input at its first row, before anything is sent
        for (let next = rows.next(); !next.done; next = rows.next()) {
          first.push(shown(next.value))
          if (first.length < fewRows) continue
          return reply(paced(jsonList(first, rows, shown)), { headers: { ...headers, 'content-type': jsonType } })
        }
        const isEmptySample = first.length === 0 && isSampled
        return reply(first, { headers: isEmptySample ? { ...headers, ...sampleNote(league, input) } : headers })
      },
    value: (respond) => async (input) => {
      const league = await load()
      const isSampled = usesSample(league, input)
      const value = respond(league, input)
      const headers = sampleHeaders(isSampled)
      const isEmptySample = value === null && isSampled
      return reply(shown(value), { headers: isEmptySample ? { ...headers, ...sampleNote(league, input) } : headers })
    },
  }
}
const jsonType = 'application/json; charset=utf-8'

/** Writes a list of which the first rows have been taken. */
function* jsonList<Row>(first: readonly Row[], rest: Iterator<Row>, shown: (row: Row) => Row): Generator<string> {
  yield `[${first.map((row) => JSON.stringify(row)).join()}`
  for (let next = rest.next(); !next.done; next = rest.next()) yield `,${JSON.stringify(shown(next.value))}`
  yield ']'
}
