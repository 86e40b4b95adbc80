// The text of a recording in its MP3 file: an ID3 tag of version 2.4 before the sound (id3.org, 2000), with the frames
// TSSE (software), TLEN (milliseconds) and COMM (the text).

interface SpokenTag {
  readonly software: string
  readonly text: string
  readonly ms: number
}

const headBytes = 10
const utf8 = 3

export function writeTag({ software, text, ms }: SpokenTag): Buffer {
  const frames = [
    frame('TSSE', Buffer.from(software)),
    frame('TLEN', Buffer.from(String(ms))),
    frame('COMM', Buffer.from(`und\0${text}`)),
  ]
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0]), sizeOf(body.length), body])
}

/** Reads the tag at the beginning of a file; undefined without one. */
export function readTag(file: Buffer): SpokenTag | undefined {
  if (file.toString('latin1', 0, 3) !== 'ID3' || file[3] !== 4) return undefined
  const frames = framesOf(file.subarray(headBytes, headBytes + sizeIn(file, 6)))
  const [software, ms, comment] = [frames.get('TSSE'), Number(frames.get('TLEN')), frames.get('COMM')]
  if (software === undefined || comment === undefined || !Number.isSafeInteger(ms) || ms < 0) return undefined
  // a language of three letters, and a description that is empty
  return { software, ms, text: comment.slice(comment.indexOf('\0') + 1) }
}

/** Frames that hold UTF-8. */
function framesOf(body: Buffer): ReadonlyMap<string, string> {
  const frames = new Map<string, string>()
  for (let at = 0; at + headBytes < body.length; ) {
    const end = at + headBytes + sizeIn(body, at + 4)
    const content = body.subarray(at + headBytes, end)
    if (content[0] === utf8) frames.set(body.toString('latin1', at, at + 4), content.toString('utf8', 1))
    at = end
  }
  return frames
}

const frame = (name: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name), sizeOf(content.length + 1), Buffer.from([0, 0, utf8]), content])

/** Sizes have seven bits in each byte. */
const sizeOf = (size: number): Buffer => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f))
const sizeIn = (bytes: Buffer, at: number): number =>
  bytes.subarray(at, at + 4).reduce((size, byte) => size * 128 + (byte & 0x7f), 0)
