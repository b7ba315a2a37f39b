import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canMatch,
  checkReferral,
  checkReward,
  checkUnclaimed,
  statesAge,
  isBlocked,
  matchesPattern,
  reviewTexts,
  whitelistFieldText,
} from './eligibility.ts'
import type { ReviewReason } from './eligibility.ts'

describe('matchesPattern', () => {
  test.each([
    ['*@firma.example', 'eva@firma.example', true],
    ['*@firma.example', 'EVA@Firma.Example', true],
    ['*@FIRMA.example', 'eva@firma.example', true],
    ['*@firma.example', 'eva@sub.firma.example', false],
    ['*@firma.example', 'eva@firma.example.boese.example', false],
    ['*@firma.example', 'eva@meinefirma.example', false],
    ['*@firma.example', 'x@boese.example@firma.example', false],
    ['*@*.firma.example', 'eva@sub.firma.example', true],
    ['*@*.firma.example', 'eva@firma.example', false],
    ['eva@firma.example', 'eva@firma.example', true],
    ['eva@firma.example', 'eva.m@firma.example', false],
    ['extern.*@firma.example', 'extern.eva@firma.example', true],
    ['extern.*@firma.example', 'intern.eva@firma.example', false],
    ['*.e*a@firma.example', 'm.elisa@firma.example', true],
    ['*', 'eva@firma.example', true],
    ['*dienst*', 'eva@reinigungsdienst.example', true],
    ['*firma.example', 'eva@firma.example', true],
    ['firma.example', 'eva@firma.example', false],
    ['*@firma?example', 'eva@firma.example', false],
    ['*@firma.+', 'eva@firma.example', false],
    ['*@a@firma.example', 'eva@firma.example', false],
    ['', 'eva@firma.example', false],
    ['*@firma.example', 'keine Adresse', false],
    ['*', '', false],
  ])('%s and %s: %s', (pattern, email, expected) => {
    expect(matchesPattern(pattern, email)).toBe(expected)
  })

  test('every address fits itself and its domain', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{1,8}$/),
        fc.stringMatching(/^[a-z]{1,8}$/),
        (local, domain) => {
          const address = `${local}@${domain}.example`
          expect(matchesPattern(address, address)).toBe(true)
          expect(matchesPattern(`*@${domain}.example`, address)).toBe(true)
          expect(matchesPattern(`*@x${domain}.example`, address)).toBe(false)
        },
      ),
    )
  })

  test('many stars are not slow', () => {
    const began = performance.now()
    expect(matchesPattern(`${'*a'.repeat(30)}b@x.example`, `${'a'.repeat(64)}@x.example`)).toBe(
      false,
    )
    expect(performance.now() - began).toBeLessThan(500)
  })
})

test.each([
  ['*@firma.example', true],
  ['eva@firma.example', true],
  [' *@*.Firma.example', true],
  ['*firma.example', true],
  ['*', true],
  ['*@*', true],
  ['info@*', true],
  ['firma.example', false],
  ['@firma.example', false],
  ['*@firma', false],
  ['*@.firma.example', false],
  ['*@*@firma.example', false],
  ['e va@firma.example', false],
  ['', false],
])('an entry of a list, "%s", can match somebody: %s', (pattern, can) => {
  expect(canMatch(pattern)).toBe(can)
})

test('an entry that matches somebody is never said to match nobody', () => {
  const address = fc.tuple(
    fc.stringMatching(/^[a-z0-9]{1,8}$/),
    fc.stringMatching(/^[a-z0-9]{1,8}(\.[a-z0-9]{1,6})?\.(de|example)$/),
  )
  fc.assert(
    fc.property(address, fc.nat(), fc.nat(), ([local, domain], from, length) => {
      const email = `${local}@${domain}`
      const at = from % email.length
      const pattern = `${email.slice(0, at)}*${email.slice(at + (length % (email.length - at + 1)))}`
      fc.pre(matchesPattern(pattern, email))
      expect(canMatch(pattern)).toBe(true)
    }),
  )
})

test('an address is blocked by itself before its company', () => {
  const lists = { single: ['Eva@firma.example'], wildcard: ['*@firma.example'] }
  expect(isBlocked(' eva@FIRMA.example', lists)).toBe('single')
  expect(isBlocked('tom@firma.example', lists)).toBe('wildcard')
  expect(isBlocked('tom@andere.example', lists)).toBeNull()
  expect(isBlocked('tom@andere.example', { single: [], wildcard: [] })).toBeNull()
})

describe('checkReferral', () => {
  const open = {
    selfReferralAllowed: false,
    emailWhitelist: null,
    referrerEmail: 'eva@firma.example',
    recipientEmail: 'tom@andere.example',
    blockedPatterns: { single: [], wildcard: [] },
  }
  const refused = (error: string, who: string) => ({ kind: 'refused', error, who })

  test('a referral is allowed where no rule forbids it', () => {
    expect(checkReferral(open)).toEqual({ kind: 'ok' })
    expect(checkReferral({ ...open, recipientEmail: null })).toEqual({ kind: 'ok' })
  })

  test('the same address on both sides is refused, in any spelling', () => {
    for (const recipientEmail of ['eva@firma.example', ' EVA@Firma.example ']) {
      const answer = refused('emails-equal', 'recipient')
      expect(checkReferral({ ...open, recipientEmail })).toEqual(answer)
    }
  })

  test('the same account is refused under another address too', () => {
    expect(checkReferral({ ...open, sameAccount: true })).toEqual(
      refused('self-referral', 'recipient'),
    )
  })

  test('a tenant may allow both', () => {
    const own = { ...open, selfReferralAllowed: true, recipientEmail: 'eva@firma.example' }
    expect(checkReferral({ ...own, sameAccount: true })).toEqual({ kind: 'ok' })
  })

  test('a whitelist is about the referrer; an empty one lets nobody in', () => {
    const listed = { ...open, emailWhitelist: ['*@firma.example'] }
    expect(checkReferral(listed)).toEqual({ kind: 'ok' })
    const stranger = { ...listed, referrerEmail: 'eva@andere.example' }
    expect(checkReferral(stranger)).toEqual(refused('email-not-allowed', 'referrer'))
    const nobody = { ...open, emailWhitelist: [] }
    expect(checkReferral(nobody)).toEqual(refused('email-not-allowed', 'referrer'))
    expect(whitelistFieldText.de).toBe('Bitte geben Sie eine gültige E-Mail-Adresse ein.')
  })

  test('blocked people take part on neither side', () => {
    const single = { single: ['eva@firma.example'], wildcard: [] }
    const wildcard = { single: [], wildcard: ['*@andere.example'] }
    expect(checkReferral({ ...open, blockedPatterns: single })).toEqual(
      refused('blocked-single', 'referrer'),
    )
    expect(checkReferral({ ...open, blockedPatterns: wildcard })).toEqual(
      refused('blocked-wildcard', 'recipient'),
    )
    expect(checkReferral({ ...open, recipientEmail: null, blockedPatterns: wildcard })).toEqual({
      kind: 'ok',
    })
  })

  test('what is no address is refused first', () => {
    expect(checkReferral({ ...open, referrerEmail: 'eva' })).toEqual(
      refused('email-invalid', 'referrer'),
    )
    expect(checkReferral({ ...open, recipientEmail: '' })).toEqual(
      refused('email-invalid', 'recipient'),
    )
  })
})

describe('checkReward', () => {
  const clean = {
    sameEmail: false,
    sameBankAccount: false,
    sameHousehold: false,
    existingCustomer: false,
    contractBeforeAcceptance: false,
    rewardedThisYear: 0,
  }
  const dirty = {
    sameEmail: true,
    sameBankAccount: true,
    sameHousehold: true,
    existingCustomer: true,
    contractBeforeAcceptance: false,
    rewardedThisYear: 3,
  }
  const strict = {
    sameEmail: 'hold',
    sameBankAccount: 'hold',
    sameHousehold: 'hold',
    existingCustomerMonths: 12,
    maxRewardedPerYear: 3,
  } as const
  const lax = {
    sameEmail: 'allow',
    sameBankAccount: 'allow',
    sameHousehold: 'allow',
    existingCustomerMonths: null,
    maxRewardedPerYear: null,
  } as const

  test('holds for every broken rule, and tells all of them', () => {
    expect(checkReward(clean, strict)).toEqual({ kind: 'ok' })
    expect(checkReward(dirty, strict)).toEqual({
      kind: 'held',
      reasons: [
        'same-email',
        'same-bank-account',
        'same-household',
        'existing-customer',
        'yearly-limit',
      ],
    })
  })

  test('holds for nothing that the tenant allows', () => {
    expect(checkReward(dirty, lax)).toEqual({ kind: 'ok' })
  })

  test.each([
    ['sameEmail', 'same-email', { sameEmail: 'hold' }],
    ['sameBankAccount', 'same-bank-account', { sameBankAccount: 'hold' }],
    ['sameHousehold', 'same-household', { sameHousehold: 'hold' }],
    ['existingCustomer', 'existing-customer', { existingCustomerMonths: 6 }],
  ] as const)('%s alone gives %s alone', (fact, reason, rule) => {
    const held = { kind: 'held', reasons: [reason] }
    expect(checkReward({ ...clean, [fact]: true }, strict)).toEqual(held)
    expect(checkReward(dirty, { ...lax, ...rule })).toEqual(held)
  })

  test('a contract older than the acceptance is held whatever the tenant allows', () => {
    const held = { kind: 'held', reasons: ['existing-customer'] }
    expect(checkReward({ ...clean, contractBeforeAcceptance: true }, lax)).toEqual(held)
    expect(checkReward({ ...clean, contractBeforeAcceptance: true }, strict)).toEqual(held)
  })

  test('the n-th reward of a year is free, the next one is held', () => {
    expect(checkReward({ ...clean, rewardedThisYear: 2 }, strict)).toEqual({ kind: 'ok' })
    const held = { kind: 'held', reasons: ['yearly-limit'] }
    expect(checkReward({ ...clean, rewardedThisYear: 3 }, strict)).toEqual(held)
    expect(checkReward(clean, { ...lax, maxRewardedPerYear: 0 })).toEqual(held)
  })

  test('every reason has a text for support, in both languages', () => {
    const alike = { sameEmail: true, sameBankAccount: true, sameHousehold: true, sameNetwork: true }
    const decisions = [
      checkReward(dirty, strict),
      checkUnclaimed(alike, { selfReferralAllowed: false }),
    ]
    const reasons = decisions.flatMap((one) => (one.kind === 'held' ? one.reasons : []))
    expect([...new Set(reasons), 'by-hand'].toSorted()).toEqual(Object.keys(reviewTexts).toSorted())
    for (const reason of Object.keys(reviewTexts) as ReviewReason[]) {
      const { de, en } = reviewTexts[reason]
      for (const text of [de, en]) expect(text).toMatch(/^\p{Lu}.+\.$/u)
    }
  })
})

test('whitelisted referrers state no age, those an agency brought do, and without a whitelist all do', () => {
  expect(statesAge(null, 'jemand@post.example')).toBe(true)
  expect(statesAge(['*@firma.example'], 'jemand@post.example')).toBe(true)
  expect(statesAge(['*@firma.example'], 'Jemand@Firma.example')).toBe(false)
})

describe('checkUnclaimed', () => {
  const apart = {
    sameEmail: false,
    sameBankAccount: false,
    sameHousehold: false,
    sameNetwork: false,
  }
  const rules = { selfReferralAllowed: false }

  test.each([
    [{}, []],
    [{ sameEmail: true }, ['same-email']],
    [{ sameBankAccount: true }, ['same-bank-account']],
    [{ sameHousehold: true }, ['same-household']],
    [{ sameNetwork: true }, ['same-network']],
    [{ sameNetwork: null }, ['same-network']],
  ] as const)('%o is held for %o, whatever the soft rules let pass', (likeness, reasons) => {
    const decision = checkUnclaimed({ ...apart, ...likeness }, rules)
    expect(decision).toEqual(reasons.length === 0 ? { kind: 'ok' } : { kind: 'held', reasons })
  })

  test('where self-referral is allowed, looking like the referrer does not hold a reward', () => {
    expect(checkUnclaimed({ ...apart, sameNetwork: true }, { selfReferralAllowed: true })).toEqual({
      kind: 'ok',
    })
  })
})
