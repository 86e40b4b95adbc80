// Rows of recorded answers: compressed, and sealed with the data key of the account.
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { KeptAnswerInfo, KeptAnswerRow } from '#store'
import { idOf, mostBodyBytes } from './answer-line.ts'
import { type AnswerRequest, digestOf, type KeptAnswer, keptHeader, sha256 } from './kept-answer.ts'

/** Seals and opens content of one account; `name` tells records apart. */
export interface Sealer {
  seal(name: readonly string[], plain: Uint8Array): Buffer
  /** Throws for what was not sealed here under this name. */
  open(name: readonly string[], sealed: Uint8Array): Buffer
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** The longest content of a row: the body, and a head of which headers are bounded before. */
const mostBytes = mostBodyBytes + 1024 * 1024

/** The sealed part of a row that says what was asked for. */
type Asked = AnswerRequest & Pick<KeptAnswer, 'varies'>
type Head = Pick<KeptAnswer, 'status' | 'headers' | 'beats'>

/** Returns the row of an answer. */
export async function sealAnswer(answer: KeptAnswer, sealer: Sealer, keptAt: number): Promise<NewRow> {
  const { request, varies, at, status, headers, beats, body } = answer
  const id = idOf(answer)
  const asked: Asked = { ...request, varies }
  const head: Head = { status, headers, beats }
  const content = await compress(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]))
  const sealedRequest = sealer.seal(['kept-request', id], Buffer.from(JSON.stringify(asked)))
  const sealedAnswer = sealer.seal(['kept-answer', id], content)
  return {
    id,
    listing: request.listing,
    endpoint: request.endpoint,
    digest: digestOf(request),
    varies: JSON.stringify(Object.fromEntries(Object.entries(varies).map(([name, value]) => [name, sha256(value)]))),
    at,
    kept_at: keptAt,
    status,
    content_type: keptHeader(answer, 'content-type') ?? '',
    bytes: sealedRequest.length + sealedAnswer.length,
    request: sealedRequest,
    answer: sealedAnswer,
  }
}

type NewRow = Omit<KeptAnswerRow, 'given'>

/** Returns what was asked for. Throws SealError. */
export function openRequest({ id, request }: Pick<KeptAnswerInfo, 'id' | 'request'>, sealer: Sealer): Asked {
  return JSON.parse(sealer.open(['kept-request', id], request).toString('utf8'))
}

/** Returns the answer of a row. Throws SealError. */
export async function openAnswer(row: KeptAnswerRow, sealer: Sealer): Promise<KeptAnswer> {
  const { varies, ...request } = openRequest(row, sealer)
  const content = await decompress(sealer.open(['kept-answer', row.id], row.answer), { maxOutputLength: mostBytes })
  const end = content.indexOf('\n')
  const head: Head = JSON.parse(content.toString('utf8', 0, end))
  return { request, varies, at: row.at, ...head, body: content.subarray(end + 1) }
}

/** Reports whether a kept answer is one to a request with these headers. */
export function suits({ varies }: Pick<KeptAnswerInfo, 'varies'>, header: (name: string) => string): boolean {
  const digests: Record<string, string> = JSON.parse(varies)
  return Object.entries(digests).every(([name, digest]) => sha256(header(name)) === digest)
}
