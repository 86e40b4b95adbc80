// User phrases by endpoint, by which agents find operations.
export const asks = {
  account: [
    'How many background removal credits are left?',
    'How many free images can I still process this month?',
    'My balance for cutting out photos',
    'Check my remaining credits',
  ],
  improve: [
    'Report a photo that was cut out badly',
    'Send an image so that the cut-outs get better',
    'Give feedback on a wrong cut-out',
  ],
  removeBackground: [
    'Remove the background from a photo',
    'Make the background of my picture transparent',
    'Cut out the person or product in an image',
    'Replace the backdrop with white',
  ],
}

/** Further search words of users. */
export const words = {
  account:
    'credits balance remaining left quota free calls plan subscription cutouts removals images how many allowance budget used up spend image',
  improve:
    'feedback bad poor failed result hair training programme submit send report wrong quality complaint learn better mistake edges cropped missed failure original',
  removeBackground:
    'cut out isolate transparent product photo picture portrait selfie shot sneaker subject object erase backdrop png white green screen mask foreground alpha passport logo clear see-through sky street room crop people person face pet car furniture sticker knock behind around replace solid colour shop listing',
}
