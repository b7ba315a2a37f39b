import { expect, test } from 'vitest'
import type { Names } from '../../contract/shape.ts'
import { fromWire, innerField, toWire } from './wire-names.ts'

const names: Names = {
  referrer: ['Empfehler', { firstName: ['Vorname', null], email: ['Email', null] }],
  steps: ['Schritte', { doneOn: ['ErledigtAm', null] }],
  share: ['Anteil', null],
}

test('a body goes to the wire and back unchanged, arrays and null included', () => {
  const body = {
    referrer: { firstName: 'Ida', email: 'ida@x.de' },
    steps: [{ doneOn: null }],
    share: 0,
  }
  const wire = {
    Empfehler: { Vorname: 'Ida', Email: 'ida@x.de' },
    Schritte: [{ ErledigtAm: null }],
    Anteil: 0,
  }
  expect(toWire(body, names)).toEqual(wire)
  expect(fromWire(wire, names)).toEqual(body)
})

test('what is absent stays absent, so that optional fields are not sent as undefined', () => {
  expect(Object.keys(toWire({ share: 50, referrer: undefined }, names) as object)).toEqual([
    'Anteil',
  ])
})

test('without names a value passes as it is', () => {
  expect(toWire(null, names)).toBeNull()
  expect(fromWire({ Any: 1 }, null)).toEqual({ Any: 1 })
})

test('fields of an error are named as forms name them, however deep', () => {
  expect(innerField('Empfehler.Email', names)).toBe('referrer.email')
  expect(innerField('/Empfehler/Email', names)).toBe('referrer.email')
  expect(innerField('Schritte.0.ErledigtAm', names)).toBe('steps.0.doneOn')
  expect(innerField('Fremd.Feld', names)).toBe('Fremd.Feld')
})
