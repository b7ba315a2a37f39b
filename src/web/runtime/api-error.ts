export type ApiFailure = {
  code: string // PSOFnnnn; empty without an answer
  status: number // 0: no answer (offline, timeout)
  message: string // in the page's language, ready to show; empty without an answer
  fields: { field: string; message: string }[] // dotted inner names
  details: Record<string, unknown>
  retryAfterSeconds: number | null
}

/** A refused or unanswered call. A class, because it is thrown and matched by instanceof. */
export class ApiError extends Error {
  readonly failure: ApiFailure
  constructor(failure: ApiFailure) {
    super(failure.message || `call failed with status ${failure.status}`)
    this.name = 'ApiError'
    this.failure = failure
  }
  get code() {
    return this.failure.code
  }
  get status() {
    return this.failure.status
  }
  get fields() {
    return this.failure.fields
  }
  get details() {
    return this.failure.details
  }
  get retryAfterSeconds() {
    return this.failure.retryAfterSeconds
  }
}

/** Offline, too slow, or broken off: the outcome is unknown. */
export const noAnswer = () =>
  new ApiError({
    code: '',
    status: 0,
    message: '',
    fields: [],
    details: {},
    retryAfterSeconds: null,
  })

/** Catalogue codes (domain/errors.ts) that pages handle; others are only shown. */
export const errorCodes = {
  validation: 'PSOF0101',
  notAccepted: 'PSOF0102',
  sessionMissing: 'PSOF0204',
  linkExpired: 'PSOF0205',
  tokenUsed: 'PSOF0206',
  confirmationRequired: 'PSOF0207',
  passkeyNeeded: 'PSOF0214',
  loginFirst: 'PSOF0209',
  recipientTokenInvalid: 'PSOF0212',
  addressUnconfirmed: 'PSOF0217',
  codeWrong: 'PSOF0218',
  emailInvalid: 'PSOF0304',
  emailsEqual: 'PSOF0305',
  termsRequired: 'PSOF0306',
  referralExpired: 'PSOF0307',
  notFound: 'PSOF0308',
  rewardCollected: 'PSOF0401',
  rewardTokenInvalid: 'PSOF0402',
  ibanInvalid: 'PSOF0404',
  noVoucherLeft: 'PSOF0405',
  captchaRequired: 'PSOF0501',
  captchaWrong: 'PSOF0502',
  tooManyRequests: 'PSOF0605',
  idempotencyMismatch: 'PSOF0606',
} as const
