// User phrases by endpoint, by which agents find operations.
export const asks = {
  generateFromUpload: ['Make a Minecraft skin from my PNG file', 'Upload a picture and get a signed skin'],
  generateFromUrl: ['Make a skin from an image on the web', 'Generate a skin from a link'],
  generateFromUser: ['Copy the skin of another player', "Use somebody's skin by their user id"],
  delay: ['How long must I wait before the next skin?', 'May I generate a skin now?'],
  skinById: ['Show the skin with the old number', 'Skin by numeric id'],
  listSkins: [
    'Which skins were made lately?',
    'Browse the newest public skins',
    'Search skins by name',
    'Gallery of recent skins',
  ],
  skinByUuid: ['Show the skin with this uuid', 'Value and signature of a skin'],
  validateName: [
    'Does a player with this name exist?',
    'Check a player name and get the id',
    "Find a player's unique id by nickname",
  ],
  validateUuid: ['Which player has this uuid?', 'Check a player id'],
  renderSkin: [
    'Picture of a figure wearing the skin',
    'Preview the head or body of a skin',
    'Show how a character looks in 3D or as a head',
  ],
  texture: ['Download the texture file of a skin', 'Raw PNG of a skin'],
  publicKeys: ['With which public key are skins signed?', 'Verify the signature of a texture'],
}

/** Further search words of users. */
export const words = {
  generateFromUpload: 'minecraft skin upload file png picture own image local create from my',
  generateFromUrl: 'minecraft skin url link web address image png online create turn into https from a',
  generateFromUser: 'minecraft skin copy player account user steal clone same look the that a wears',
  delay: 'rate limit limited wait seconds cooldown next allowed how long soon throttle may I send another',
  skinById: 'old deprecated number numeric id',
  listSkins: 'popular recent latest new gallery browse others made community public page look through newest skins',
  skinByUuid: 'skin uuid id texture value signature details fetch one',
  validateName: 'username nickname player name taken exists free real account minecraft mojang is there a called',
  validateUuid: 'player uuid id account exists belongs whose minecraft mojang',
  renderSkin: 'picture render preview 3d head face body figure avatar image wearing how does it look',
  texture: 'raw png file download texture flat image the itself',
  publicKeys: 'public key signature verify signed certificate',
}

/** Related proper names. */
export const topics = 'minecraft mojang notch steve alex skin cape'
