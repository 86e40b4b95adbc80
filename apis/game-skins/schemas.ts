// Schemas of skins, pages of skins and checked players.
import { anyOf, bool, int, list, type Members, num, obj, oneOf, opt, str } from '#define'

const variant = oneOf(['classic', 'slim', 'unknown'])

const skin = {
  id: int({ doc: 'Old numeric id.', deprecated: true }),
  idStr: opt(str()),
  uuid: str({ doc: '32 hex digits.' }),
  hash: opt(str({ doc: 'SHA-1 of the decoded image.' })),
  name: str({ doc: 'Empty when none was sent.' }),
  model: opt(oneOf(['steve', 'slim', 'unknown'], { deprecated: true })),
  variant,
  data: obj({
    uuid: str({ doc: 'Id of the profile that wears the skin, with dashes.' }),
    texture: obj({
      value: str({ doc: 'Base64 of the textures property, as a game server delivers it.' }),
      signature: str({ doc: 'Base64 of the RSA signature over value.' }),
      url: str(),
      urls: opt(obj({ skin: str(), cape: opt(str()) })),
    }),
  }),
  timestamp: num({ doc: 'Unix seconds.' }),
  duration: num({ doc: 'Milliseconds that generating it took.' }),
  accountId: opt(int({ deprecated: true })),
  account: opt(anyOf([int(), str()])),
  server: opt(str()),
  private: bool(),
  views: int(),
  _deprecated: opt(str()),
} satisfies Members

export const Skin = obj(skin)

const DelayInfo = obj({ millis: int(), seconds: int() })

/** A skin as the generate endpoints return it. */
export const MadeSkin = obj({
  ...skin,
  duplicate: bool({ doc: 'True when the skin already existed.' }),
  nextRequest: num({ doc: 'Whole seconds to wait before the next call that generates a skin.', deprecated: true }),
  delayInfo: opt(DelayInfo),
  delay: opt(num({ doc: 'Seconds.', deprecated: true })),
  rateLimit: opt(obj({})),
  warnings: opt(list(anyOf([str(), obj({})]))),
})

/** The wait for the next skin. Times are Unix milliseconds. */
export const Delay = obj({
  delay: opt(num({ doc: 'Seconds.' })),
  next: opt(num()),
  nextRelative: opt(num({ deprecated: true })),
  seconds: num(),
  millis: int(),
  nextRequest: obj({ time: int(), relative: int({ doc: 'Milliseconds from now, at least 100.' }) }),
  lastRequest: opt(obj({ time: int() })),
})

/** A page of public skins, newest first: by page number, or after the last skin of the previous page. */
export const SkinPage = obj({
  skins: list(
    obj({
      id: int(),
      uuid: str(),
      name: str(),
      url: str(),
      time: num({ doc: 'Unix seconds, may have a fraction.' }),
      variant: opt(variant),
    }),
  ),
  page: obj({
    index: opt(int()),
    amount: opt(int({ doc: 'Number of pages.' })),
    total: opt(int({ doc: 'Number of skins.' })),
    anchor: opt(str()),
  }),
  filter: opt(str()),
  _deprecated: opt(str()),
})

/** The public keys; each is a SubjectPublicKeyInfo (RFC 5280, section 4.1) in base64. */
export const PublicKeys = obj({
  profilePropertyKeys: list(obj({ publicKey: str() })),
  playerCertificateKeys: list(obj({ publicKey: str() })),
})

/** The result of checking whether a player exists. */
export const CheckedPlayer = obj({
  valid: bool(),
  uuid: opt(str({ doc: '32 hex digits.' })),
  name: opt(str()),
})
