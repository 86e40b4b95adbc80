// What people ask for, by endpoint, in their own words: agents find operations by these.
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
