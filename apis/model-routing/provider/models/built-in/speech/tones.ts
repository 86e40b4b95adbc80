// The code that speak-1 speaks and listen-1 reads: a text in UTF-8, one pair of tones for each byte, in frames that begin with a pilot. All
// tones are below 4 kHz, so that recordings at 8,000 samples a second still hold them. Lengths are seconds, tones hertz.

/** Samples a second of what is spoken (FACTS 3.7). */
export const speechRate = 24_000

/** Both sound together, and alone, at the beginning of a frame. */
export const pilotTones = [3440, 3600] as const
export const pilotS = 0.06
/** A header of four symbols: length of a payload symbol in tenths of a millisecond (two), bytes of the payload, check of the payload. */
export const headerSymbols = 4
export const headerSymbolS = 0.04
/** Silence after a frame. */
export const gapS = 0.05
/** One byte at speed 1; the vendor's speeds go from 0.25 to 4. */
export const symbolS = 0.07
/** What one frame holds. */
export const mostBytes = 255

/** High half of the byte, and low half. */
export const rowTone = (half: number): number => 720 + 80 * half
export const columnTone = (half: number): number => 2080 + 80 * half

/** CRC-8 with the polynomial x^8 + x^2 + x + 1, started at 0xff. */
export function checkOf(bytes: Uint8Array): number {
  let check = 0xff
  for (const byte of bytes) {
    check ^= byte
    for (let bit = 0; bit < 8; bit++) check = check & 0x80 ? ((check << 1) ^ 0x07) & 0xff : (check << 1) & 0xff
  }
  return check
}

/** Symbols of a frame: the header with its own length each, then the payload. */
export interface Frame {
  readonly text: string
  readonly header: Uint8Array
  readonly payload: Uint8Array
  readonly symbolS: number
}

/** Cuts a text into frames at the ends of sentences or words, never inside of a sign; together they are the whole text. */
export function framesOf(text: string, speed: number): Frame[] {
  const tenths = Math.round((symbolS / speed) * 10_000)
  return piecesOf(text).map((piece) => {
    const payload = Buffer.from(piece, 'utf8')
    const header = Uint8Array.of(tenths >> 8, tenths & 0xff, payload.length, checkOf(payload))
    return { text: piece, header, payload, symbolS: tenths / 10_000 }
  })
}

export const frameS = ({ payload, symbolS: each }: Pick<Frame, 'payload' | 'symbolS'>): number =>
  pilotS + headerSymbols * headerSymbolS + payload.length * each + gapS

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  let size = 0
  const flush = () => {
    if (piece !== '') pieces.push(piece)
    piece = ''
    size = 0
  }
  for (const sentence of text.toWellFormed().split(/(?<=[.!?\n]\s)/u)) {
    for (const word of sentence.split(/(?<=\s)/u)) {
      const bytes = Buffer.byteLength(word)
      if (size + bytes > mostBytes) flush()
      if (bytes <= mostBytes) {
        piece += word
        size += bytes
        continue
      }
      for (const sign of word) {
        if (size + Buffer.byteLength(sign) > mostBytes) flush()
        piece += sign
        size += Buffer.byteLength(sign)
      }
    }
    flush()
  }
  return pieces
}
