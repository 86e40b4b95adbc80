// A recording that the gateway's own model can read back: "It is." as gatehouse/speak-1 speaks it, with 4,000 samples
// of 8 bits a second.

export const recordingOfWords = {
  fileName: 'greeting.wav',
  contentType: 'audio/wav',
  base64: [
    'UklGRigDAABXQVZFZm10IBAAAAABAAEAoA8AAKAPAAABAAgATElTVCwAAABJTkZPSVNGVBEAAABnYXRlaG91c2Uvc3BlYWstMQBJQ01U',
    'BgAAAEl0IGlzLmRhdGHQAgAAgIGDhYaGg354c3BwdX2HkZibl46AcWZgYml2hZOdoJ2ThXZpYmBmcYCPmqCel4p7bWNgY217ipeeoJqP',
    'gHFmYGJpdoWTnaCdk4V2aWJgZnGAj5qgnpeKe21jYGNte4qXnqCaj4ByaWVob3mDi5CQjYiCfXp6e31/gIGDhYaGg354c3BwdX2HkZib',
    'l46AcWZgYml2hZOdoJ2ThXZpYmBmcYCPmqCel4p7bWNgY217ipeeoJqPgHFmYGJpdoWTnaCdk4V2aWJgZnGAj5qgnpeKe21jYGNte4qX',
    'nqCaj4ByaWVob3mDi5CQjYiCfXp6e31/gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICA',
    'gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIGDhYaGg354c3Bw',
    'dX2HkZibl46AcWZgYml2hZOdoJ2ThXZpYmBmcYCPmqCel4p7bWNgY217ipeeoJqPgHFmYGJpdoWTnaCdk4V2aWJgZnGAj5qgnpeKe21j',
    'YGNte4qXnqCaj4ByaWVob3mDi5CQjYiCfXp6e31/gIGDhYaGg354c3BwdX2HkZibl46AcWZgYml2hZOdoJ2ThXZpYmBmcYCPmqCel4p7',
    'bWNgY217ipeeoJqPgHFmYGJpdoWTnaCdk4V2aWJgZnGAj5qgnpeKe21jYGNte4qXnqCaj4ByaWVob3mDi5CQjYiCfXp6e31/gIGDhYaG',
    'g354c3BwdX2HkZibl46AcWZgYml2hZOdoJ2ThXZpYmBmcYCPmqCel4p7bWNgY217ipeeoJqPgHFmYGJpdoWTnaCdk4V2aWJgZnGAj5qg',
    'npeKe21jYGNte4qXnqCaj4ByaWVob3mDi5CQjYiCfXp6e31/',
  ].join(''),
}
