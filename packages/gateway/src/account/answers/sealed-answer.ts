// Rows of recorded answers: compressed, and sealed with the data key of the account.
import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { KeptAnswerInfo, KeptAnswerRow } from '#store'
import { idOf, mostBodyBytes } from './answer-line.ts'
import { type AnswerRequest, digestOf, type KeptAnswer, keptHeader, sha256, varying } from './kept-answer.ts'

/** Seals and opens content of one account; `name` tells records apart. */
export interface Sealer {
  seal(name: readonly string[], plain: Uint8Array): Buffer
  /** Throws for what was not sealed here under this name. */
  open(name: readonly string[], sealed: Uint8Array): Buffer
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** The longest content that is compressed at once, which costs less than another thread. */
const smallBytes = 16 * 1024
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
  const plain = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body])
  const content = plain.length <= smallBytes ? zstdCompressSync(plain) : await compress(plain)
  const sealedRequest = sealer.seal(['kept-request', id], Buffer.from(JSON.stringify(asked)))
  const sealedAnswer = sealer.seal(['kept-answer', id], content)
  return {
    id,
    listing: request.listing,
    endpoint: request.endpoint,
    digest: digestOf(request),
    varies: variesText(varies),
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

/** Returns the opened answer. Throws SealError. */
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

/** Returns the values of `varies` of the rows that suit a request with these headers: one for each choice of names. */
export function variesFor(header: (name: string) => string): string[] {
  const choices: Record<string, string>[] = [{}]
  for (const name of varying) choices.push(...choices.map((one) => ({ ...one, [name]: header(name) })))
  return choices.map(variesText)
}

function variesText(varies: Readonly<Record<string, string>>): string {
  const digests = varying.flatMap((name) => {
    const value = varies[name]
    return value === undefined ? [] : [[name, sha256(value)]]
  })
  return JSON.stringify(Object.fromEntries(digests))
}
