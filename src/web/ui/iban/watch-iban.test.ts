import { describe, expect, test } from 'vitest'
import { bankDataIn, ibanRule, regroup, watchIban } from './watch-iban.ts'

describe('an IBAN that is being typed', () => {
  test('is not called wrong before it is complete', () => {
    for (const text of ['', 'D', 'DE', 'DE89', 'DE89 3704 0044 0532 0130 0', 'AT61 1904']) {
      expect(watchIban(text, false).state).toBe('typing')
    }
  })

  test('is called right or wrong as soon as it is', () => {
    expect(watchIban('DE89 3704 0044 0532 0130 00', false)).toEqual({
      state: 'ok',
      bank: 'Commerzbank',
      needsBic: false,
    })
    expect(watchIban('DE88 3704 0044 0532 0130 00', false)).toEqual({
      state: 'wrong',
      bank: null,
      needsBic: false,
    })
    expect(watchIban('AT61 1904 3002 3457 3201', false).state).toBe('ok')
  })

  test('is told at once where only German accounts are paid', () => {
    expect(watchIban('AT', true).state).toBe('not-german')
    expect(watchIban('AT61 1904 3002 3457 3201', true).state).toBe('not-german')
    expect(watchIban('DE', true).state).toBe('typing')
  })

  test('asks for the BIC once an account outside of the European Economic Area is complete', () => {
    const swiss = 'CH93 0076 2011 6238 5295 7'
    expect(watchIban(swiss, false).needsBic).toBe(true)
    expect(watchIban(swiss.slice(0, -1), false).needsBic).toBe(false)
    expect(watchIban(swiss, true).needsBic).toBe(false)
    expect(watchIban('AT61 1904 3002 3457 3201', false).needsBic).toBe(false)
  })

  test('names the bank from the eighth digit of its code on', () => {
    expect(watchIban('DE12 5001 051', false).bank).toBeNull()
    expect(watchIban('DE12 5001 0517', false).bank).toBe('ING-DiBa')
  })
})

describe('groups of four', () => {
  test('grow while typing at the end', () => {
    expect(regroup('de893', 5)).toEqual({ text: 'DE89 3', caret: 6 })
    expect(regroup('DE89 37040', 10)).toEqual({ text: 'DE89 3704 0', caret: 11 })
  })

  test('keep the caret behind the same digit when something is mended in the middle', () => {
    // A 9 typed after DE8 in DE8 3704 0044
    expect(regroup('DE893704 0044', 4)).toEqual({ text: 'DE89 3704 0044', caret: 4 })
    // The 3 deleted from DE89 3704
    expect(regroup('DE89 704 0044', 5)).toEqual({ text: 'DE89 7040 044', caret: 4 })
  })

  test('take what is pasted with dashes, spaces and the word IBAN', () => {
    const pasted = 'IBAN: DE89-3704-0044-0532-0130-00'
    expect(regroup(pasted, pasted.length).text).toBe('DE89 3704 0044 0532 0130 00')
  })
})

test('the rule of the form refuses what the bank would', () => {
  const form = new FormData()
  expect(ibanRule(false)('DE89 3704 0044 0532 0130 00', form)).toBeNull()
  expect(ibanRule(false)('DE88 3704 0044 0532 0130 00', form)).toBe('rule.iban')
  expect(ibanRule(true)('AT61 1904 3002 3457 3201', form)).toBe('rule.ibanGerman')
  expect(ibanRule(false)('', form)).toBeNull()
})

test('a call has the BIC that was typed, and none where none was', () => {
  const form = new FormData()
  form.set('holder', 'Lena Sommer')
  form.set('iban', 'DE89')
  expect(bankDataIn(form)).toEqual({ holder: 'Lena Sommer', iban: 'DE89' })
  form.set('bic', 'UBSW CHZH 80A')
  expect(bankDataIn(form).bic).toBe('UBSWCHZH80A')
})
