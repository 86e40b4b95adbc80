// How answers are sent: short ones as values, long lists in pieces, so that no call holds the thread.
import { type Chunks, type Reply, reply } from '#define'
import { createPacer, OwnedChunks, sampleHeaders } from '#provider'
import type { Step } from '../background/prepare.ts'
import type { KeptRows, RowGroup } from '../kept/kept-rows.ts'
import type { RowPart } from '../kept/row-frames.ts'
import type { Game, League, Season } from '../league/records.ts'
import type { PlayColumns } from '../plays/columns.ts'
import { findPlayed, type Played } from '../query.ts'
import { groupOfSeason, groupsOfGames } from './kept-lists.ts'
import { createRowBytes, type RowBytes } from './row-bytes.ts'
import { usesSample } from './sample-seasons.ts'

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

/** A list of rows of games. */
export interface GameList<Input, Row> {
  /** Which rows of a game are shown, where an input shows all that there are; undefined where it filters them. */
  readonly keptAs: (input: Input) => string | undefined
  /** Inputs of which each shows other kept rows of a season: what is made in the background. */
  readonly kinds: (year: number) => readonly NoInfer<Input>[]
  readonly games: (data: Data, input: Input) => readonly Played[]
  readonly rows: (played: Played, input: Input) => Rows<Row>
}
/** A list of rows of seasons, which belong to players. */
export interface SeasonList<Input> {
  /** Which rows there are before some are left out. */
  readonly keptAs: (input: Input) => string
  /** As in `GameList`. */
  readonly kinds: (year: number) => readonly NoInfer<Input>[]
  readonly seasons: (data: Data, input: Input) => readonly Season[]
  /** The rows by the place of their player; rows are made when they are asked for. Leaves out whom `isShown` does. */
  readonly parts: (season: Season, input: Input, isShown: IsShown | undefined) => Iterable<RowPart | undefined>
  /** Which players are shown; undefined where all are. */
  readonly isShown: (season: Season, input: Input) => IsShown | undefined | Promise<IsShown | undefined>
  /** Whether so few are that their rows are made sooner than kept rows are unpacked. */
  readonly showsFew?: (input: Input) => boolean
}
/** Whether rows of a game or of a player are shown. */
export type IsShown = (id: number) => boolean

export function createAnswers(load: () => Promise<Data>, kept: KeptRows) {
  const prepared: ((season: Season) => Iterable<RowGroup>)[] = []

  /** Answers with rows, of which the call may interrupt the computation. */
  async function listed<Row>(
    computed: Rows<Row>,
    headers: Record<string, string>,
  ): Promise<Reply<Row[]> | Reply<Chunks>> {
    const pause = createPacer()
    const rows = computed[Symbol.iterator]()
    const first: Row[] = []
    const sendBy = performance.now() + soonMs
    while (first.length < fewRows && (first.length === 0 || performance.now() < sendBy)) {
      const { value, done } = rows.next()
      if (done) return reply(first, { headers })
      if (value !== undefined) first.push(value)
      const pausing = pause()
      if (pausing) await pausing
    }
    return streamed(pieces(first, rows, pause), headers)
  }
  return {
    /** Answers with one value. */
    value:
      <Input extends object, Value>(respond: (data: Data, input: Input) => Value) =>
      async (input: Input): Promise<Reply<Value>> => {
        const data = await load()
        return reply(respond(data, input), { headers: sampleHeaders(usesSample(data.league, input)) })
      },
    /** Answers with a list; `isSample` says for which inputs, where they do not name the seasons it comes from. */
    list:
      <Input extends object, Row>(
        respond: (data: Data, input: Input) => Rows<Row>,
        isSample: (league: League, input: object) => boolean = usesSample,
      ) =>
      async (input: Input): Promise<Reply<Row[]> | Reply<Chunks>> => {
        const data = await load()
        return listed(respond(data, input), sampleHeaders(isSample(data.league, input)))
      },
    /**
     * Answers with rows that `write` writes, each preceded by a comma; it yields wherever a long computation may be
     * interrupted.
     */
    listInBytes:
      <Input extends object>(write: (data: Data, input: Input, out: RowBytes) => Iterable<void>) =>
      async (input: Input): Promise<Reply<Chunks>> => {
        const data = await load()
        const out = createRowBytes()
        const chunks = written(write(data, input, out), out)
        // what is wrong with the input shows with the first of them, and is refused before anything is sent
        const first = await chunks.next()
        return streamed(new OwnedChunks(followed(first, chunks)), sampleHeaders(usesSample(data.league, input)))
      },
    /** Answers with rows of games, from the kept ones where it shows many games. */
    listOfGames: <Input extends object, Row>({ keptAs, kinds, games, rows }: GameList<Input, Row>) => {
      const groupsOf = (played: readonly Played[], input: Input) =>
        groupsOfGames(keptAs(input), played, (one) => rows(one, input))
      prepared.push((season) =>
        kinds(season.year).flatMap((kind) => groupsOf(findPlayed({ seasons: [season] }, {}), kind) ?? []),
      )
      return async (input: Input): Promise<Reply<Row[]> | Reply<Chunks>> => {
        const data = await load()
        const headers = sampleHeaders(usesSample(data.league, input))
        const wanted = games(data, input)
        const groups = groupsOf(wanted, input)
        if (groups) return streamed(new OwnedChunks(keptText(kept, groups)), headers)
        return listed(
          eachOf(wanted, (played) => rows(played, input)),
          headers,
        )
      }
    },
    /** Answers with rows of seasons, from the kept ones where there are any. */
    listOfSeasons: <Input extends object>({ keptAs, kinds, seasons, parts, isShown, showsFew }: SeasonList<Input>) => {
      prepared.push((season) =>
        kinds(season.year).map((kind) =>
          groupOfSeason(season, keptAs(kind), { parts: (shown) => parts(season, kind, shown) }),
        ),
      )
      return async (input: Input): Promise<Reply<Chunks>> => {
        const data = await load()
        const headers = sampleHeaders(usesSample(data.league, input))
        const groups: RowGroup[] = []
        for (const season of seasons(data, input))
          groups.push(
            groupOfSeason(season, keptAs(input), {
              parts: (shown) => parts(season, input, shown),
              isShown: await isShown(season, input),
              isMadeSooner: showsFew?.(input),
            }),
          )
        return streamed(new OwnedChunks(keptText(kept, groups)), headers)
      }
    },
    /** What can be made of a season before it is asked for. */
    *stepsOf(season: Season): Generator<Step> {
      for (const groupsOf of prepared)
        for (const group of groupsOf(season)) {
          const name = `${group.name} ${group.stamp}`
          yield { name, make: (pause) => kept.prepare(group, pause) }
        }
    },
  }
}

function streamed(body: Chunks, headers: Record<string, string>): Reply<Chunks> {
  return reply(body, { headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } })
}

/** The rows of all items; may be interrupted after each. */
function* eachOf<Item, Row>(items: readonly Item[], rows: (item: Item) => Rows<Row>): Generator<Row | undefined> {
  for (const item of items) {
    yield* rows(item)
    yield undefined
  }
}

/** The chunks belong to nobody else. */
async function* keptText(kept: KeptRows, groups: readonly RowGroup[]): AsyncGenerator<Buffer<ArrayBuffer>> {
  let isFirst = true
  for (const group of groups)
    for await (const chunk of kept.read(group)) {
      // in the place of the comma before the first row
      if (isFirst) chunk.set(opening)
      isFirst = false
      yield Buffer.from(chunk.buffer)
    }
  yield Buffer.from(Uint8Array.from(isFirst ? [...opening, ...closing] : closing).buffer)
}
const opening = Buffer.from('[')
const closing = Buffer.from(']')

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

async function* followed<Chunk>(first: IteratorResult<Chunk>, rest: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  if (!first.done) yield first.value
  yield* rest
}

/** The chunks belong to nobody else. */
async function* written(steps: Iterable<void>, out: RowBytes): AsyncGenerator<Buffer<ArrayBuffer>> {
  const pause = createPacer()
  let isFirst = true
  const take = () => {
    const chunk = out.take()
    // in the place of the comma before the first row
    if (isFirst) chunk.set(opening)
    isFirst = false
    return chunk
  }
  for (const _step of steps) {
    if (out.length > pieceLength) yield take()
    const pausing = pause()
    if (pausing) await pausing
  }
  if (isFirst && out.length === 0) out.bytes(opening)
  out.bytes(closing)
  yield take()
}
