// Code pages of DOS, which `TextDecoder` does not have; old programs of banks still write them.

/** The characters of the bytes from 0x80, by the number of the code page (Unicode's mappings of Microsoft's tables). */
const tables: Readonly<Record<string, string>> = {
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}

/** Reports whether a label is that of a code page here. */
export const isDosPage = (label: string): boolean => Object.hasOwn(tables, label)

/** The part of a `TextDecoder` that reads statements. */
type StatementDecoder = Pick<TextDecoder, 'decode'>

/** Returns a decoder by the label of an encoding, or by `ibm` and the number of a code page of DOS. */
export function decoderOf(label: string, options: { readonly fatal?: boolean } = {}): StatementDecoder {
  const table = isDosPage(label) ? tables[label] : undefined
  if (table === undefined) return new TextDecoder(label, options)
  return {
    decode(bytes) {
      if (bytes === undefined) return ''
      const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes)
      const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
      return text.replace(/[\x80-\xff]/g, (character) => table.charAt(character.charCodeAt(0) - 0x80))
    },
  }
}
