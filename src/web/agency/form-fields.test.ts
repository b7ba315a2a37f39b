import { createElement } from 'react'
import { expect, test } from 'vitest'
import { PasswordField } from '../access/password-field.tsx'
import { everywhere, render } from '../runtime/render.test-helper.tsx'
import { CheckboxField } from '../ui/form/checkbox-field.tsx'
import { CheckboxLine } from '../ui/form/checkbox-line.tsx'
import { FormContext, type FormState } from '../ui/form/form-context.ts'
import { RadioCards, RadioRow } from '../ui/form/radio-cards.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { IbanField } from '../ui/iban/iban-field.tsx'
import { FileField } from '../ui/form/file-field.tsx'

// Here, because the agency area has the last of the fields.

const names = ['text', 'area', 'select', 'box', 'cards', 'row', 'file', 'password', 'iban'] as const
const fields = () => [
  createElement(TextField, { key: 1, name: 'text', hint: 'Hint' }),
  createElement(TextArea, { key: 2, name: 'area', hint: 'Hint' }),
  createElement(SelectField, { key: 3, name: 'select', options: [], empty: '' }),
  createElement(CheckboxField, { key: 4, name: 'box' } as never),
  createElement(RadioCards, { key: 5, name: 'cards', cards: [{ value: 'a', title: 'A' }] }),
  createElement(RadioRow, { key: 6, name: 'row', options: [{ value: 'a', title: 'A' }] }),
  createElement(FileField, { key: 7, name: 'file', accept: '*', hint: 'Hint' }),
  createElement(PasswordField, {
    key: 8,
    name: 'password',
    autoComplete: 'off' as never,
    withRules: true,
  }),
  createElement(IbanField, {
    key: 9,
    texts: { hint: 'Hint', hintGerman: '', ok: '', bicHint: '' },
  }),
  createElement(CheckboxLine, { key: 10, name: 'line', ticked: false, hint: 'Hint' } as never),
]
const form = (isWrong: boolean): FormState => ({
  id: 'form',
  labels: Object.fromEntries(names.map((name) => [name, `Label of ${name}`])),
  values: {},
  errors: {},
  required: () => false,
  say: () => undefined,
  messageOf: (name) => (isWrong ? `Wrong ${name}` : null),
  working: false,
})
const renderFields = async (isWrong: boolean) => {
  const Fields = () => createElement(FormContext, { value: form(isWrong) }, ...fields())
  return (await render(everywhere[0]!, Fields)).html
}

test('every hint and every error of a form field belongs to its field', async () => {
  for (const isWrong of [false, true]) {
    const html = await renderFields(isWrong)
    const ids = [...html.matchAll(/ id="([^"]*-(?:hint|error|rules|bank))"/g)].map(([, id]) => id)
    const described = [...html.matchAll(/ aria-describedby="([^"]*)"/g)].flatMap(([, all = '']) =>
      all.split(' '),
    )
    expect(described.toSorted()).toEqual(ids.toSorted())
    // A refused BIC shows its field, which has an error and no hint here.
    expect(ids.length).toBe(isWrong ? 7 + names.length + 1 : 7)
  }
})

test('a group of radio buttons begins with the legend that names it, and no box is ticked at first', async () => {
  const html = await renderFields(false)
  const groups = html.match(/<fieldset.*?<\/fieldset>/gs) ?? []
  expect(groups.map((group) => /^<fieldset[^>]*><legend[^>]*>([^<]*)</.exec(group)?.[1])).toEqual([
    'Label of cards',
    'Label of row',
  ])
  expect(html.replaceAll(/<fieldset.*?<\/fieldset>/gs, '')).not.toContain('type="radio"')
  expect(html).not.toMatch(/<input[^>]* checked/)
})
