// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  number: [
    'Pick a number between 1 and 100',
    'A random integer please',
    'Draw a lottery number',
    'Any whole number up to a maximum',
  ],
  dice: ['Roll two dice', 'Throw a twenty-sided die', 'Roll 3d6'],
  pick: [
    'Choose one of these options for me',
    'Decide between pizza and pasta',
    'Draw a name from a list',
    'Raffle: select a winner',
  ],
  bytes: [
    'Random bytes for a token',
    'Give me 16 bytes in hex or base64',
    'Generate a random key or salt',
    'Secure random string or password material',
  ],
  color: ['Pick a random colour', 'Give me a hex colour code', 'Suggest a colour for my design'],
  bool: ['Flip a coin', 'Heads or tails?', 'Randomly true or false'],
}

/** Further search words for the API. */
export const words = {
  number:
    'random integer number between from to choose something lottery draw pick guess range secure dice-free integers digits one hundred',
  dice: 'dice die roll throw d6 d20 sides tabletop game yahtzee 2d6 3d6 d4 d8 d10 d12 d100 damage',
  pick: 'choose decide select winner draw straws raffle who random option between or list names dishes turn volunteer pays whose lots shuffle',
  bytes: 'bytes nonce salt token key secret password hex base64 secure random string iv seed',
  color: 'colour color hex random shade palette rgb design',
  bool: 'coin flip toss heads tails true false yes no fifty-fifty boolean yes-or-no decide for me head or tail',
}
