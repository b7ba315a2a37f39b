import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

// A passkey in software, by WebAuthn level 3: what browser and authenticator make of the server's options.

const text = (value: Uint8Array | string) => Buffer.from(value).toString('base64url')
const sha256 = (value: Uint8Array | string) => createHash('sha256').update(value).digest()

/** CBOR of what a COSE key and an attestation without statement need. */
function cbor(value: unknown): Buffer {
  const head = (major: number, count: number) =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, inner]) => [cbor(key), cbor(inner)]),
  ])
}

type Options = Record<string, any> // eslint-disable-line -- WebAuthn's own objects
type Place = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number }

export class Authenticator {
  readonly id = randomBytes(32)
  #key: KeyObject
  #cose: Buffer
  #counter = 0
  #user = ''

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }

  #client(
    type: string,
    { challenge }: Options,
    { origin = 'http://betrieb.localhost:3000' }: Place,
  ) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #data({ rpId = 'betrieb.localhost', isVerified = true, counter }: Place, rest = Buffer.alloc(0)) {
    this.#counter = counter ?? this.#counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.#counter)
    const flags = 1 | (isVerified ? 4 : 0) | (rest.length > 0 ? 64 : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest])
  }

  /** `navigator.credentials.create` */
  make(options: Options, place: Place = {}): Record<string, unknown> {
    this.#user = options['user'].id
    const length = Buffer.from([0, this.id.length])
    const rest = Buffer.concat([Buffer.alloc(16), length, this.id, this.#cose])
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', this.#data(place, rest)],
      ]),
    )
    return this.#answer({
      clientDataJSON: text(this.#client('webauthn.create', options, place)),
      attestationObject: text(attestationObject),
      transports: ['internal'],
    })
  }

  /** `navigator.credentials.get` */
  sign(options: Options, place: Place = {}): Record<string, unknown> {
    const client = this.#client('webauthn.get', options, place)
    const data = this.#data(place)
    return this.#answer({
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), this.#key)),
      userHandle: this.#user,
    })
  }

  #answer(response: Record<string, unknown>) {
    const id = text(this.id)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}
