// Recognises words that are not language: paths, file names, hosts, identifiers and options.

const extensions = new Set(
  (
    'txt md rst adoc pdf doc docx odt rtf xls xlsx ods csv tsv ppt pptx odp html htm xhtml xml xsd xsl xlf xliff tmx json ' +
    'jsonl yaml yml toml ini cfg conf config env properties lock log sql db sqlite js mjs cjs ts mts tsx jsx css scss less ' +
    'sass vue svelte php py ipynb rb rs go java kt kts scala groovy c h cc cpp hpp cs fs vb swift m mm pl pm lua r jl ex exs ' +
    'erl hs clj dart sh bash zsh fish ps1 bat cmd exe msi dll so dylib jar war apk ipa dmg pkg deb rpm iso img bin zip tar ' +
    'gz tgz bz2 xz zst rar 7z png jpg jpeg gif webp avif svg ico bmp tif tiff psd ai eps mp3 mp4 m4a m4v wav ogg oga ogv ' +
    'flac opus webm avi mov mkv srt vtt ass ttf otf woff woff2 eot po pot mo strings resx arb plist epub mobi ics vcf eml ' +
    'pem crt cer key pub pfx bak tmp old orig patch diff map wasm proto graphql tf gradle cmake mk dockerfile gitignore'
  ).split(' '),
)
/** Top-level domains that are not also words that could follow a full stop. */
const topLevel = new Set(
  (
    'com org net edu gov mil int info biz name io dev app cloud tech site online store shop blog xyz page web ai co tv ' +
    'eu uk de fr es nl pl pt br ch se dk fi cz sk hu ro bg gr hr si ee lv lt ru ua jp cn kr tw hk sg nz za mx ar cl ca us au ' +
    'ie lu li example test invalid localhost local arpa onion'
  ).split(' '),
)
const label = /^[\p{L}\p{N}_-]+$/u

/** Media types; `text/image` could be two words. */
const mediaType =
  /^(?:text|application|image|audio|video|font|multipart|message|model)\/(?:\w{1,60}[-+.][\w+.-]{1,60}|plain|html|css|csv|xml|json|javascript|png|jpeg|gif|svg|webp|mpeg|mp4|ogg|pdf|zip)$/

/** True for a word of code; pass it without punctuation at its end. */
export function isCodeWord(text: string): boolean {
  // house.ts:12:5
  const word = text.replace(/(?<=\w)(?::\d{1,9}){1,2}$/, '')
  if (!/\p{L}/u.test(word)) return false
  if (mediaType.test(word)) return true
  if (/^(?:~|\.{1,2})?[/\\][^/\\]/.test(word)) return isPath(word)
  if (/^v\d+\.\d[\w.+-]*$/i.test(word)) return true
  // user_name, lang=en, --verbose, .env
  if (/[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(word) || /^[\w-]+=[^=]/.test(word)) return true
  if (/^(?:mailto|tel|sms|data|urn):./.test(word) || /^--\p{L}/u.test(word) || /^\.[a-z]{2,}$/.test(word)) return true
  const segments = word.split(/[/\\]/)
  const [first = '', last = ''] = [segments[0], segments.at(-1)]
  const host = (segments.length === 1 ? text : first).replace(/:\d{1,5}$/, '')
  if (segments.length > 1 && (/^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i.test(host) || host !== first)) return true
  return isFileName(last) || (segments.length === 1 && isDotted(host))
}

/** True for `/usr/lib`, `./house`, `../water`; a slash before a single name means nothing. */
const isPath = (word: string) => !word.startsWith('/') || /^\/[^/]+\/[^/]|\./.test(word)

function isFileName(name: string): boolean {
  const parts = name.split('.')
  const extension = parts.at(-1) ?? ''
  const isKnown =
    extensions.has(extension) || (extensions.has(extension.toLowerCase()) && extension === extension.toUpperCase())
  // "d.h." is an abbreviation, "main.h" a file
  const isAbbreviation = extension.length === 1 && (parts.at(-2) ?? '').length < 2
  return (
    parts.length > 1 &&
    isKnown &&
    !isAbbreviation &&
    parts.every((part, at) => label.test(part) || (at === 0 && part === ''))
  )
}

/** True for `example.com`, and for names of three labels such as `app.title.main`; "e.g." has single letters. */
function isDotted(word: string): boolean {
  const labels = word.split('.')
  if (labels.length < 2 || !labels.every((one) => label.test(one))) return false
  return topLevel.has(labels.at(-1) ?? '') || (labels.length > 2 && labels.every((one) => one.length > 1))
}
