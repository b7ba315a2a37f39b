export type ApiFailure = {
  code: string // PSOFnnnn; empty when there was no answer
  status: number // 0: no answer at all (offline, timeout)
  message: string // in the language of the page, ready to show; empty when there was no answer
  fields: { field: string; message: string }[] // our names, dotted
  details: Record<string, unknown>
  retryAfterSeconds: number | null
}

/** A call that was refused or got no answer. A class, because it is thrown and recognised by instanceof. */
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

/** Codes of the catalogue (domain/errors.ts) that pages react to; every other one is only shown. */
export const errorCodes = {
  validation: 'PSOF0101',
  sessionMissing: 'PSOF0204',
  linkExpired: 'PSOF0205',
  tokenUsed: 'PSOF0206',
  confirmationRequired: 'PSOF0207',
  loginFirst: 'PSOF0209',
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
